import { fieldsOf, isOptional, nodeOf, parentParameters, toArgName, traitsOf } from "@appstead/sdk";
import { renamedKeys } from "./describe-field.mjs";
import { variantsOfSchema } from "./schema-parts.mjs";
import { camelCase, pascalCase, withArticle } from "./text.mjs";
import { docComment, fieldDoc, TypeWriter } from "./type-script-types.mjs";

/** @typedef {import("./schema-parts.mjs").Kind} Kind */
/** @typedef {import("./schema-parts.mjs").Schema} Schema */
/** @typedef {import("./schema-parts.mjs").Shape} Shape */
/** @typedef {{name: string, shape: Shape}} NamedShape */
/** A property of a class: its type, and the lines of its docstring. @typedef {{name: string, type: string, doc: string[]}} Property */

const adoptDoc =
  "Whether an object that exists already is taken over instead of being an error. Default: `false`.";

/** TypeScript source of a kind's Pulumi class and of the types of its arguments and outputs. @param {Kind} kind */
export function classFile(kind) {
  const renamed = renamedKeys(kind);
  const args = argumentTypes(kind, new TypeWriter(renamed, { inputs: true }));
  const outputs = outputProperties(kind, new TypeWriter(renamed, { inputs: false }));
  const body = [args, ...outputs.declarations, classDeclaration(kind, outputs.properties)].join("\n");
  const json = /\bJsonObject\b/.test(body) ? 'import type { JsonObject } from "./json";\n' : "";
  return `// Generated from the definition of the kind by \`npm run generate\`; do not edit.
import { ${definitionOf(kind)} } from "@appstead/sdk/kinds/${kind.slug}";
import * as pulumi from "@pulumi/pulumi";
${mayBeDeprecated(kind) ? 'import { warnOfDeprecated } from "../deprecations";\n' : ""}import { registration, shortenStacks } from "../registration";
${json}
${body}`;
}

/** Whether any use of a kind is deprecated. @param {Kind} kind */
function mayBeDeprecated(kind) {
  return (
    kind.deprecation !== undefined ||
    fieldsOf(kind.inputs).some(field => field.traits?.deprecated !== undefined)
  );
}

/** Name of the constant that holds the definition of a kind. @param {Kind} kind */
function definitionOf(kind) {
  return `${camelCase(kind.name)}Kind`;
}

/** @param {Kind} kind @param {TypeWriter} writer */
function argumentTypes(kind, writer) {
  const variants = variantsOfSchema(kind.inputs).map(({ shape, tag = "" }) => {
    const name = kind.name + pascalCase(tag);
    const doc = `Arguments of ${withArticle(kind.title)}${tag && ` of type \`${tag}\``}.`;
    const body = argumentBody(kind, writer, { shape, name });
    return { name: `${name}Args`, source: `${docComment([doc])}export interface ${name}Args {\n${body}}\n` };
  });
  const sources = [...variants.map(({ source }) => source), ...writer.declarations];
  if (variants.length === 1) return sources.join("\n");
  const doc = docComment([`Arguments of ${withArticle(kind.title)}; \`type\` decides which.`]);
  const options = variants.map(({ name }) => `\n  | ${name}`).join("");
  return [`${doc}export type ${kind.name}Args =${options};\n`, ...sources].join("\n");
}

/** @param {Kind} kind @param {TypeWriter} writer @param {NamedShape} type */
function argumentBody(kind, writer, { shape, name }) {
  const parents = parentParameters(kind).map(parameter => {
    const doc = `${parentDoc(parameter)} A change replaces the resource.`;
    return `${docComment([doc], "  ")}  ${parameter}: pulumi.Input<string>;\n`;
  });
  const adopt = `${docComment([adoptDoc], "  ")}  adopt?: boolean;\n`;
  return parents.join("") + writer.members(shape, name) + adopt;
}

/** @param {string} parameter */
function parentDoc(parameter) {
  return `Id of the ${parameter === "appId" ? "app" : "data source"} that the object belongs to.`;
}

/** Shapes of a schema, each with the name of its type. @param {Schema} schema @param {string} name @returns {NamedShape[]} */
function shapesOf(schema, name) {
  return variantsOfSchema(schema).map(({ shape, tag = "" }) => ({ shape, name: name + pascalCase(tag) }));
}

/** @param {Kind} kind @param {TypeWriter} writer */
function outputProperties(kind, writer) {
  const inputs = shapesOf(kind.inputs, kind.name);
  const shapes = shapesOf(kind.outputs, kind.name).map(({ shape, name }, index) => ({
    name,
    // What the service never returns is an output only where it is always given.
    shape: { ...requiredFields(inputs[index]?.shape ?? {}), ...shape },
  }));
  const keys = new Set(shapes.flatMap(({ shape }) => Object.keys(shape)));
  keys.delete("_id");
  const properties = [...keys].map(key => outputProperty(key, shapes, writer));
  const parents = parentParameters(kind).map(name => ({ name, type: "string", doc: [parentDoc(name)] }));
  return { properties: [...parents, ...properties], declarations: writer.declarations };
}

/** @param {Shape} shape @returns {Shape} */
function requiredFields(shape) {
  return Object.fromEntries(Object.entries(shape).filter(([, child]) => !isOptional(child)));
}

/**
 * One property of the class: over all variants, and undefined where one of them may lack it.
 * @param {string} key
 * @param {readonly NamedShape[]} shapes
 * @param {TypeWriter} writer
 * @returns {Property}
 */
function outputProperty(key, shapes, writer) {
  const holders = shapes.flatMap(({ shape, name }) => {
    const schema = shape[key];
    return schema ? [{ schema, name: name + pascalCase(key) }] : [];
  });
  const [first] = holders;
  if (!first) throw new Error(`no variant has the output ${key}`);
  const traits = traitsOf(first.schema);
  writer.about(traits);
  const types = new Set(holders.map(({ schema, name }) => writer.plainType(schema, name)));
  const always = holders.length === shapes.length && !holders.some(({ schema }) => isOptional(schema));
  if (!always) types.add("undefined");
  const decides = holders.length > 1 && nodeOf(first.schema).type === "literal";
  const shown = {
    ...traits,
    default: "",
    immutable: false,
    ...(decides ? { description: "The variant." } : {}),
  };
  return {
    name: toArgName(key, traits),
    type: types.has("unknown") ? "unknown" : [...types].join(" | "),
    doc: fieldDoc(first.schema, shown, writer.renamed),
  };
}

/** @param {Kind} kind @param {readonly Property[]} properties */
function classDeclaration(kind, properties) {
  const fields = properties.map(
    ({ name, type, doc }) =>
      `${docComment(doc, "  ")}  declare public readonly ${name}: pulumi.Output<${type}>;\n`,
  );
  return `${docComment([kind.description, `Source: specification ${kind.source}.`])}export class ${kind.name} extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:${kind.name}";

${fields.join("")}
  /**
   * Declares ${withArticle(kind.title)}.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: ${kind.name}Args, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(${definitionOf(kind)}, name, args, opts));
    } finally {
      restoreStacks();
    }
${mayBeDeprecated(kind) ? `    if (opts?.id === undefined) warnOfDeprecated(${definitionOf(kind)}, args, this);\n` : ""}  }
}
`;
}
