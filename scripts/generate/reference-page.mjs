import { fieldsOf, isJsonObject, kinds, nodeOf, parentParameters, toArgName, traitsOf } from "@appstead/sdk";
import { fieldSentences, renamedKeys, withArgNames } from "./describe-field.mjs";
import { exampleProgram } from "./example-program.mjs";
import { fieldRows, typeText } from "./field-rows.mjs";
import { distinctRows, markdownTable } from "./markdown-table.mjs";
import { variantsOfSchema } from "./schema-parts.mjs";
import { capitalised, listed, withArticle } from "./text.mjs";

/** @typedef {import("./describe-field.mjs").Renames} Renames */
/** @typedef {import("./schema-parts.mjs").Kind} Kind */
/** @typedef {import("./schema-parts.mjs").Schema} Schema */

const generated = "<!-- Generated from the definition of the kind by `npm run generate`; do not edit. -->\n";
/** How the paths of nested arguments are read, by what such a path contains. @type {[string, string][]} */
const notations = [
  [".", "`a.b` is the argument `b` of the object `a`"],
  ["[].", "`a[].b` that of each object in the list `a`"],
  [".<key>", "`a.<key>` a value of the map `a`, whose keys are yours"],
];
const adoptRow = [
  "`adopt`",
  "boolean",
  "no",
  "Whether an object that exists already is taken over instead of being an error. Default: `false`.",
];

/** Reference page of a kind. @param {Kind} kind */
export function referencePage(kind) {
  const renamed = renamedKeys(kind);
  return [
    `${generated}\n# ${kind.name}\n`,
    `${withArgNames(kind.description, renamed)}\n`,
    examples(kind),
    argumentTables(kind, renamed),
    outputTable(kind, renamed),
    existingObjects(kind, renamed),
    notes(kind, renamed),
  ].join("\n");
}

/** Page that lists all kinds. */
export function indexPage() {
  const rows = kinds.map(kind => [
    `[${kind.name}](${kind.slug}.md)`,
    withArgNames(kind.description, renamedKeys(kind)),
  ]);
  return `${generated}\n# Resources\n\nIn the order in which a fresh app needs them.\n\n${markdownTable(["resource", "what it is"], rows)}`;
}

/** @param {Kind} kind */
function examples(kind) {
  const variants = Object.entries(kind.samples);
  const blocks = variants.map(([variant, { full }]) => {
    if (!isJsonObject(full)) throw new Error(`${kind.name}: the full sample of ${variant} is not an object`);
    const title = variants.length > 1 ? `### \`${variant}\`\n\n` : "";
    return `${title}\`\`\`ts\n${exampleProgram(kind, full)}\`\`\`\n`;
  });
  return `## ${variants.length > 1 ? "Examples" : "Example"}\n\n${blocks.join("\n")}`;
}

/** Explains the notation of a kind's arguments, as far as they use it. @param {Kind} kind @param {Renames} renamed */
function notationNote(kind, renamed) {
  const rows = fieldRows(kind.inputs, renamed);
  const used = notations
    .filter(([mark]) => rows.some(([path = ""]) => path.includes(mark)))
    .map(([, text]) => text);
  const sentences = [
    used.length > 0 ? `${listed(used)}; what is required is so where the object around it is given.` : "",
    rows.some(([, type]) => type === "expression")
      ? "An expression is `true`, `false` or a JSON expression of the rule language."
      : "",
  ].filter(Boolean);
  return sentences.length > 0 ? `${sentences.join(" ")}\n\n` : "";
}

/** @param {Kind} kind @param {Renames} renamed */
function argumentTables(kind, renamed) {
  const parents = parentParameters(kind).map(parameter => [
    `\`${parameter}\``,
    "string",
    "yes",
    `Id of ${parentNoun(parameter)}. A change replaces the resource.`,
  ]);
  /** @param {Schema} schema */
  const tableOf = schema => {
    const rows = [...parents, ...fieldRows(schema, renamed), adoptRow];
    return markdownTable(["argument", "type", "required", "description"], rows);
  };
  const variants = variantsOfSchema(kind.inputs);
  const notation = notationNote(kind, renamed);
  if (variants.length === 1) return `## Arguments\n\n${notation}${tableOf(kind.inputs)}`;
  const tables = variants.map(({ schema, tag }) => `### Arguments of \`${tag}\`\n\n${tableOf(schema)}`);
  return `## Arguments\n\n\`${kind.variantField}\` decides on the others.\n\n${notation}${tables.join("\n")}`;
}

/** @param {Kind} kind @param {Renames} renamed */
function outputTable(kind, renamed) {
  const rows = variantsOfSchema(kind.outputs).flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([key, child]) => {
      const traits = traitsOf(child);
      if (key === "_id" || !traits?.readOnly) return [];
      return [[`\`${toArgName(key, traits)}\``, typeText(child), fieldSentences(child, traits, renamed)]];
    }),
  );
  const own = [["`id`", "string", `Id of the ${kind.title}.`], ...distinctRows(rows)];
  return `## Outputs\n\nAll arguments, and:\n\n${markdownTable(["output", "type", "description"], own)}`;
}

/** How an object that is there already comes under management. @param {Kind} kind @param {Renames} renamed */
function existingObjects(kind, renamed) {
  const keys = naturalKeyNames(kind, renamed);
  const found = keys.length > 0 ? `with the same ${listed(keys)}` : "that is there";
  const isAlone = kind.shape === "singleton" || kind.shape === "section";
  const place = [...parentParameters(kind), ...(isAlone ? [] : ["id"])].map(name => `<${name}>`).join("/");
  const hasSecrets = fieldsOf(kind.inputs).some(({ traits }) => traits?.writeOnly);
  const changed = hasSecrets ? "nothing but its secrets" : "nothing";
  const lines = [
    `The argument \`adopt: true\` takes over the ${kind.title} ${found}, and changes it to what the program says.`,
    `The option \`{ import: "${place}" }\` takes over that object and changes ${changed}; when it differs from the program, the error says in what. A preview calls this "create". The option may be removed afterwards.`,
    "`pulumi import` works with `--file` only; inputs and outputs in the file need the `__provider` that `pulumi stack export` shows for resources of the same class.",
  ];
  return `## Existing objects\n\n${lines.map(line => `- ${line}\n`).join("")}`;
}

/** @param {Kind} kind @param {Renames} renamed */
function notes(kind, renamed) {
  const lines = [
    identityNote(kind, renamed),
    ...replacementNote(kind),
    kind.drafted
      ? "Changes are deployed together with the others of an update."
      : "Changes take effect at once and are not part of a deployment.",
    ...deprecationNotes(kind),
    ...preexistingNote(kind),
    `Source: specification ${kind.source}.`,
  ];
  return `## Notes\n\n${lines.map(line => `- ${line}\n`).join("")}`;
}

/** @param {Kind} kind @param {Renames} renamed */
function identityNote(kind, renamed) {
  const scope = parentNoun(parentParameters(kind).at(-1));
  const keys = naturalKeyNames(kind, renamed);
  if (keys.length === 0) return `There is at most one ${kind.title} in ${scope}.`;
  const verb = keys.length > 1 ? "identify" : "identifies";
  return `${capitalised(listed(keys))} ${verb} ${withArticle(kind.title)} in ${scope}.`;
}

/** Arguments that identify an object of a kind. @param {Kind} kind @param {Renames} renamed */
function naturalKeyNames(kind, renamed) {
  return kind.naturalKey.map(path => {
    const steps = path.split(".").map(step => renamed.get(step) ?? step);
    return `\`${steps.join(".")}\``;
  });
}

/** What an object lies in, by the parameter that holds its id. @param {string} [parameter] */
function parentNoun(parameter) {
  if (parameter === undefined) return "the project";
  return parameter === "serviceId" ? "the data source" : "the app";
}

/** @param {Kind} kind */
function replacementNote(kind) {
  const paths = new Set([...parentParameters(kind), ...immutablePaths(kind.inputs, "")]);
  if (paths.size === 0) return [];
  const names = [...paths].map(path => `\`${path}\``);
  const order = kind.deleteBeforeReplace ? "; the old object is deleted first" : "";
  return [`A change of ${listed(names, "or")} replaces the resource${order}.`];
}

/** Outermost fields whose change forces replacement. @param {Schema} schema @param {string} prefix @returns {string[]} */
function immutablePaths(schema, prefix) {
  const node = nodeOf(schema);
  if (node.type === "union") return node.options.flatMap(option => immutablePaths(option, prefix));
  if (node.type !== "object") return [];
  return Object.entries(node.shape).flatMap(([key, child]) => {
    const traits = traitsOf(child);
    const path = prefix + toArgName(key, traits);
    return traits?.immutable ? [path] : immutablePaths(child, `${path}.`);
  });
}

/** @param {Kind} kind */
function deprecationNotes(kind) {
  return Object.values(kind.samples).flatMap(({ full }) => {
    const warning = kind.deprecation?.(full);
    return warning ? [`Deprecated: ${warning}.`] : [];
  });
}

/** @param {Kind} kind */
function preexistingNote(kind) {
  const there = Object.entries(kind.samples)
    .filter(([, { full }]) => kind.preexisting?.(full))
    .map(([variant]) => `\`${variant}\``);
  if (there.length === 0) return [];
  return [
    `${listed(there)} exists on every app: creating the resource takes it over, deleting it disables it.`,
  ];
}
