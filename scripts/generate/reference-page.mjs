import { isOptional, kinds, nodeOf, parentParameters, toArgName, traitsOf } from "@appstead/sdk";
import { fieldSentences, renamedKeys, withArgNames } from "./describe-field.mjs";
import { exampleProgram } from "./example-program.mjs";
import { capitalised, listed, withArticle } from "./text.mjs";

const generated = "<!-- Generated from the definition of the kind by `npm run generate`; do not edit. -->\n";
const parentRows = {
  appId: ["`appId`", "string", "yes", "Id of the app. A change replaces the resource."],
  serviceId: ["`serviceId`", "string", "yes", "Id of the data source. A change replaces the resource."],
};
const adoptRow = [
  "`adopt`",
  "boolean",
  "no",
  "Whether an object that exists already is taken over instead of being an error. Default: false.",
];

/** Reference page of a kind. */
export function referencePage(kind) {
  const renamed = renamedKeys(kind);
  return [
    `${generated}\n# ${kind.name}\n`,
    `${withArgNames(kind.description, renamed)}\n`,
    examples(kind),
    argumentTables(kind, renamed),
    outputTable(kind, renamed),
    notes(kind, renamed),
  ].join("\n");
}

/** Page that lists all kinds. */
export function indexPage() {
  const rows = kinds.map(kind => [
    `[${kind.name}](${kind.slug}.md)`,
    withArgNames(kind.description, renamedKeys(kind)),
  ]);
  return `${generated}\n# Resources\n\nIn the order in which a fresh app needs them.\n\n${table(["resource", "what it is"], rows)}`;
}

function examples(kind) {
  const variants = Object.entries(kind.samples);
  const blocks = variants.map(([variant, samples]) => {
    const title = variants.length > 1 ? `### \`${variant}\`\n\n` : "";
    return `${title}\`\`\`ts\n${exampleProgram(kind, samples.full)}\`\`\`\n`;
  });
  return `## ${variants.length > 1 ? "Examples" : "Example"}\n\n${blocks.join("\n")}`;
}

function argumentTables(kind, renamed) {
  const node = nodeOf(kind.inputs);
  const heads = ["argument", "type", "required", "description"];
  const parents = parentParameters(kind).map(parameter => parentRows[parameter]);
  const rows = schema => [...parents, ...fieldRows(schema, "", renamed, new Set()), adoptRow];
  if (node.type !== "union") return `## Arguments\n\n${table(heads, rows(kind.inputs))}`;
  const tables = node.options.map(option => {
    const tag = nodeOf(nodeOf(option).shape[node.discriminator]).values[0];
    return `### Arguments of \`${tag}\`\n\n${table(heads, rows(option))}`;
  });
  return `## Arguments\n\n\`${node.discriminator}\` decides on the others.\n\n${tables.join("\n")}`;
}

/** Rows of all fields below a schema; a recursive schema is entered once. */
function fieldRows(schema, prefix, renamed, open) {
  if (traitsOf(schema)?.json) return [];
  const node = nodeOf(schema);
  if (node.type === "array") return fieldRows(node.element, `${prefix}[]`, renamed, open);
  if (node.type === "record") return fieldRows(node.value, `${prefix}.<key>`, renamed, open);
  if (node.type === "union")
    return distinct(node.options.flatMap(option => fieldRows(option, prefix, renamed, open)));
  if (node.type !== "object" || open.has(node.shape)) return [];
  open.add(node.shape);
  const rows = Object.entries(node.shape).flatMap(([key, child]) => {
    const traits = traitsOf(child);
    const path = prefix ? `${prefix}.${toArgName(key, traits)}` : toArgName(key, traits);
    const required = isOptional(child) ? (traits?.ref?.required ? "one of two" : "no") : "yes";
    const row = [
      `\`${path}\``,
      typeText(child, open),
      required,
      fieldSentences(child, traits, renamed).join(" "),
    ];
    return [row, ...fieldRows(child, path, renamed, open)];
  });
  open.delete(node.shape);
  return rows;
}

function distinct(rows) {
  const byText = new Map(rows.map(row => [row.join("|"), row]));
  return [...byText.values()];
}

function typeText(schema, open) {
  if (traitsOf(schema)?.expression) return "expression";
  const node = nodeOf(schema);
  if (traitsOf(schema)?.json) {
    if (node.type === "record") return "JSON object";
    if (node.type === "array") return "list of JSON objects";
    return node.options?.length === 2 ? "string or JSON object" : "JSON value";
  }
  if (node.type === "array") return `list of ${plural(typeText(node.element, open))}`;
  if (node.type === "record") return `map of ${plural(typeText(node.value, open))}`;
  if (node.type === "union")
    return listed([...new Set(node.options.map(option => typeText(option, open)))]).replace(" and ", " or ");
  if (node.type === "literal")
    return node.values.length === 1 ? `\`${JSON.stringify(node.values[0])}\`` : "string";
  if (node.type === "object") return "object";
  return node.name === "int" ? "number" : node.name;
}

function plural(type) {
  return /^(string|number|boolean|object)$/.test(type)
    ? `${type}s`
    : type.replace(/^(list|map) of/, "$1s of");
}

function outputTable(kind, renamed) {
  const shapes =
    nodeOf(kind.outputs).type === "union"
      ? nodeOf(kind.outputs).options.map(o => nodeOf(o).shape)
      : [nodeOf(kind.outputs).shape];
  const rows = shapes.flatMap(shape =>
    Object.entries(shape)
      .filter(([key, child]) => key !== "_id" && traitsOf(child)?.readOnly)
      .map(([key, child]) => {
        const traits = traitsOf(child);
        return [
          `\`${toArgName(key, traits)}\``,
          typeText(child),
          fieldSentences(child, traits, renamed).join(" "),
        ];
      }),
  );
  const own = [["`id`", "string", `Id of the ${kind.title}.`], ...rows];
  return `## Outputs\n\nAll arguments, and:\n\n${table(["output", "type", "description"], distinct(own))}`;
}

function notes(kind, renamed) {
  const keys = kind.naturalKey.map(
    path =>
      `\`${path
        .split(".")
        .map(part => renamed.get(part) ?? part)
        .join(".")}\``,
  );
  const parent = parentParameters(kind).includes("serviceId")
    ? "the data source"
    : kind.name === "App"
      ? "the project"
      : "the app";
  const replaced = new Set(immutablePaths(kind.inputs, "").map(path => `\`${path}\``));
  const parents = parentParameters(kind).map(parameter => `\`${parameter}\``);
  const lines = [
    keys.length > 0
      ? `${capitalised(listed(keys))} identif${keys.length > 1 ? "y" : "ies"} ${withArticle(kind.title)} in ${parent}; \`adopt: true\` takes over the one that is there.`
      : `There is at most one ${kind.title} in ${parent}; \`adopt: true\` takes over the one that is there.`,
    parents.length + replaced.size > 0
      ? `A change of ${listed([...parents, ...replaced]).replace(" and ", " or ")} replaces the resource${kind.deleteBeforeReplace ? "; the old object is deleted first" : ""}.`
      : "",
    kind.drafted
      ? "Changes are deployed together with the others of an update."
      : "Changes take effect at once and are not part of a deployment.",
    ...Object.values(kind.samples).map(({ full }) => {
      const warning = kind.deprecation?.(full);
      return warning ? `Deprecated: ${warning}.` : "";
    }),
    ...preexistingNote(kind),
    `Source: specification ${kind.source}.`,
  ];
  return `## Notes\n\n${lines
    .filter(Boolean)
    .map(line => `- ${line}`)
    .join("\n")}\n`;
}

function preexistingNote(kind) {
  const there = Object.entries(kind.samples)
    .filter(([, { full }]) => kind.preexisting?.(full))
    .map(([variant]) => `\`${variant}\``);
  return there.length === 0
    ? []
    : [`${listed(there)} exists on every app: creating the resource takes it over, deleting it disables it.`];
}

/** Outermost fields whose change forces replacement. */
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

function table(heads, rows) {
  const line = cells => `| ${cells.map(cell => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return `${line(heads)}|${"---|".repeat(heads.length)}\n${rows.map(line).join("")}`;
}
