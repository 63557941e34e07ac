import { isOptional, nodeOf, parentParameters, toArgName, traitsOf } from "@appstead/sdk";
import { renamedKeys } from "./describe-field.mjs";
import { camelCase, pascalCase, withArticle } from "./text.mjs";
import { docComment, fieldDoc, TypeWriter } from "./type-script-types.mjs";

const parentDocs = {
  appId: "Id of the app that the object belongs to. A change replaces the resource.",
  serviceId: "Id of the data source that the object belongs to. A change replaces the resource.",
};
const adoptDoc =
  "Whether an object that exists already is taken over instead of being an error. Default: false.";

/** TypeScript source of a kind's Pulumi class and of the types of its arguments and outputs. */
export function classFile(kind) {
  const renamed = renamedKeys(kind);
  const args = argumentTypes(kind, new TypeWriter(renamed, { inputs: true }));
  const outputs = outputProperties(kind, new TypeWriter(renamed, { inputs: false }));
  const body = [args, ...outputs.declarations, classDeclaration(kind, outputs.properties)].join("\n");
  const json = /\bJsonObject\b/.test(body) ? 'import type { JsonObject } from "./json";\n' : "";
  return `// Generated from the definition of the kind by \`npm run generate\`; do not edit.
import { ${definitionOf(kind)} } from "@appstead/sdk/kinds/${kind.slug}";
import type * as pulumi from "@pulumi/pulumi";
${json}import { AppsteadResource } from "../resource";

${body}`;
}

/** Name of the constant that holds the definition of a kind. */
function definitionOf(kind) {
  return `${camelCase(kind.name)}Kind`;
}

function argumentTypes(kind, writer) {
  const node = nodeOf(kind.inputs);
  const doc = text => docComment([text]);
  if (node.type !== "union") {
    const body = argumentBody(kind, writer, node.shape, kind.name);
    const own = `${doc(`Arguments of ${withArticle(kind.title)}.`)}export interface ${kind.name}Args {\n${body}}\n`;
    return [own, ...writer.declarations].join("\n");
  }
  const variants = node.options.map(option => {
    const { shape } = nodeOf(option);
    const tag = String(nodeOf(shape[node.discriminator]).values[0]);
    const name = kind.name + pascalCase(tag);
    const body = argumentBody(kind, writer, shape, name);
    const text = `Arguments of ${withArticle(kind.title)} of type \`${tag}\`.`;
    return { name: `${name}Args`, source: `${doc(text)}export interface ${name}Args {\n${body}}\n` };
  });
  const union = `${doc(`Arguments of ${withArticle(kind.title)}; \`type\` decides which.`)}export type ${kind.name}Args =${variants
    .map(({ name }) => `\n  | ${name}`)
    .join("")};\n`;
  return [union, ...variants.map(({ source }) => source), ...writer.declarations].join("\n");
}

function argumentBody(kind, writer, shape, name) {
  const parents = parentParameters(kind).map(
    parameter => `${docComment([parentDocs[parameter]], "  ")}  ${parameter}: pulumi.Input<string>;\n`,
  );
  const adopt = `${docComment([adoptDoc], "  ")}  adopt?: boolean;\n`;
  return parents.join("") + writer.members(shape, name) + adopt;
}

/** Shapes of a schema: one, or one for each variant with the variant's name. */
function shapesOf(schema, name) {
  const node = nodeOf(schema);
  if (node.type !== "union") return [{ shape: node.shape, name }];
  return node.options.map(option => {
    const { shape } = nodeOf(option);
    return { shape, name: name + pascalCase(String(nodeOf(shape[node.discriminator]).values[0])) };
  });
}

function outputProperties(kind, writer) {
  const inputs = shapesOf(kind.inputs, kind.name);
  const outputs = shapesOf(kind.outputs, kind.name);
  const shapes = outputs.map(({ shape, name }, index) => ({
    name,
    // What the service never returns is an output only where it is always given.
    shape: { ...requiredFields(inputs[index]?.shape ?? {}), ...shape },
  }));
  const keys = [...new Set(shapes.flatMap(({ shape }) => Object.keys(shape)))].filter(key => key !== "_id");
  const properties = keys.map(key => outputProperty(key, shapes, writer));
  const parents = parentParameters(kind).map(name => ({
    name,
    type: "string",
    doc: [`${parentDocs[name].split(". ")[0]}.`],
  }));
  return { properties: [...parents, ...properties], declarations: writer.declarations };
}

function requiredFields(shape) {
  return Object.fromEntries(Object.entries(shape).filter(([, child]) => !isOptional(child)));
}

/** One property of the class: over all variants, and undefined where one of them may lack it. */
function outputProperty(key, shapes, writer) {
  const holders = shapes.filter(({ shape }) => shape[key]);
  writer.about(traitsOf(holders[0].shape[key]));
  const types = holders.map(({ shape, name }) => writer.plainType(shape[key], name + pascalCase(key)));
  const always = holders.length === shapes.length && holders.every(({ shape }) => !isOptional(shape[key]));
  const schema = holders[0].shape[key];
  const traits = traitsOf(schema);
  const type = types.includes("unknown")
    ? "unknown"
    : [...new Set(always ? types : [...types, "undefined"])].join(" | ");
  const decides = holders.length > 1 && nodeOf(schema).type === "literal";
  const shown = { ...traits, default: undefined, immutable: undefined };
  const doc = fieldDoc(schema, decides ? { ...shown, description: "The variant." } : shown, writer.renamed);
  return { name: toArgName(key, traits), type, doc };
}

function classDeclaration(kind, properties) {
  const fields = properties.map(
    ({ name, type, doc }) =>
      `${docComment(doc, "  ")}  declare public readonly ${name}: pulumi.Output<${type}>;\n`,
  );
  return `${docComment([kind.description, `Source: specification ${kind.source}.`])}export class ${kind.name} extends AppsteadResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:${kind.name}";

${fields.join("")}
  /**
   * Declares ${withArticle(kind.title)}.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: ${kind.name}Args, opts?: pulumi.CustomResourceOptions) {
    super(${definitionOf(kind)}, name, args, opts);
  }
}
`;
}
