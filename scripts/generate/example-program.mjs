import {
  fixtures,
  kindNamed,
  nodeOf,
  parentParameters,
  parseIdOf,
  referencesOf,
  toArgName,
  traitsOf,
} from "@appstead/sdk";
import { camelCase, propertyName } from "./text.mjs";

/** Source text that stands for itself, such as a variable. */
class Code {
  constructor(text) {
    this.text = text;
  }
}

/** A complete Pulumi program that declares a sample of a kind, with the objects that it refers to. */
export function exampleProgram(kind, inputs) {
  const program = new Program(kind, inputs);
  return program.source();
}

class Program {
  #needed = new Set();

  constructor(kind, inputs) {
    this.kind = kind;
    this.inputs = inputs;
    this.#need(kind, inputs);
  }

  source() {
    const own = camelCase(this.kind.name === "Function" ? "func" : this.kind.name);
    const isApp = this.kind.name === "App";
    const statements = [
      ...(isApp ? [] : ['const app = new appstead.App("app", { name: "shop" });']),
      ...fixtures
        .filter(fixture => this.#needed.has(fixture))
        .map(({ kind, inputs }) => {
          const variable = variableOf(kind, inputs);
          return this.#statement(`const ${variable} = `, kindNamed(kind), inputs, keyOf(kind, inputs));
        }),
      this.#statement(`const ${own} = `, this.kind, this.inputs, String(this.inputs.name ?? this.kind.slug)),
    ];
    const used = statements.slice(1).join("\n");
    const lines = statements.map(text => {
      const variable = /^const (\w+) = /.exec(text)?.[1];
      return variable === own ||
        new RegExp(`\\b${variable}\\.|\\[[^\\]]*\\b${variable}\\b[^\\]]*\\] \\}\\)`).test(used)
        ? text
        : text.replace(/^const \w+ = /, "");
    });
    return `import * as appstead from "@appstead/provider";\n\n${lines.join("\n")}\n\nexport const id = ${own}.id;\n`;
  }

  #need(kind, inputs) {
    const references = [...referencesOf(kind, inputs)].map(({ kind: name, by, value }) => ({
      kind: name,
      key: by === "id" ? parseIdOf(value)?.key : value,
    }));
    if (parentParameters(kind).includes("serviceId"))
      references.push({ kind: "DataSource", key: firstDataSource() });
    for (const fixture of fixtures) {
      const wanted = references.some(
        ({ kind: name, key }) => fixture.kind === name && keyOf(name, fixture.inputs) === key,
      );
      if (!wanted || this.#needed.has(fixture)) continue;
      this.#needed.add(fixture);
      this.#need(kindNamed(fixture.kind), fixture.inputs);
    }
  }

  #statement(prefix, kind, inputs, name) {
    const parents = parentParameters(kind).map(parameter => [
      parameter,
      new Code(parameter === "appId" ? "app.id" : `${camelCase(firstDataSource())}.id`),
    ]);
    const linked = new Set();
    const args = { ...Object.fromEntries(parents), ...asArgs(kind.inputs, inputs, linked) };
    const others = referencesOf(kind, inputs)
      .map(({ kind: target, by, value }) => camelCaseKey(target, by === "id" ? parseIdOf(value)?.key : value))
      .filter(variable => !linked.has(variable));
    const options = others.length > 0 ? `, { dependsOn: [${[...new Set(others)].join(", ")}] }` : "";
    return `${prefix}new appstead.${kind.name}(${JSON.stringify(name)}, ${print(args, "")}${options});`;
  }
}

function firstDataSource() {
  return keyOf("DataSource", fixtures.find(({ kind }) => kind === "DataSource").inputs);
}

function keyOf(kind, inputs) {
  return String(inputs.name ?? inputs.schema?.title ?? kind);
}

function camelCaseKey(kind, key) {
  return variableOf(kind, { name: key });
}

function variableOf(kind, inputs) {
  const name = camelCase(keyOf(kind, inputs));
  return kind === "Schema" ? `${name}Schema` : name;
}

/** A sample in the names of arguments, with variables in place of references to other objects. */
function asArgs(schema, data, linked) {
  const traits = traitsOf(schema);
  if (traits?.ref) return linkedTo(traits.ref, data, linked);
  if (traits?.json) return data;
  const node = nodeOf(schema);
  if (node.type === "array" && Array.isArray(data))
    return data.map(item => asArgs(node.element, item, linked));
  if (node.type === "union") {
    const option = node.discriminator
      ? node.options.find(
          one => nodeOf(one).shape[node.discriminator].safeParse(data[node.discriminator]).success,
        )
      : node.options.find(one => one.safeParse(data).success);
    return asArgs(option, data, linked);
  }
  if (typeof data !== "object" || data === null) return data;
  const entries = Object.entries(data).map(([key, value]) => {
    const child = node.type === "record" ? node.value : node.shape?.[key];
    const name = node.type === "object" && child ? toArgName(key, traitsOf(child)) : key;
    return [name, child ? asArgs(child, value, linked) : value];
  });
  return Object.fromEntries(entries);
}

function linkedTo(ref, data, linked) {
  if (Array.isArray(data)) return data.map(item => linkedTo(ref, item, linked));
  if (typeof data === "object" && data !== null) {
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, linkedTo(ref, value, linked)]),
    );
  }
  const variable = camelCaseKey(ref.kind, ref.by === "id" ? parseIdOf(data)?.key : data);
  linked.add(variable);
  return new Code(`${variable}.${ref.by}`);
}

/** A value as source text, on one line where it fits. */
function print(value, indent) {
  if (value instanceof Code) return value.text;
  if (typeof value === "string" && value.includes("\n")) {
    return `\`${value.replace(/[`\\]|\$\{/g, character => `\\${character}`)}\``;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(item => print(item, inner))
    : Object.entries(value).map(([key, item]) => `${propertyName(key)}: ${print(item, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const gap = isList || parts.length === 0 ? "" : " ";
  const line = `${open}${gap}${parts.join(", ")}${gap}${close}`;
  if (line.length + indent.length <= 70 && !line.includes("\n")) return line;
  return `${open}\n${parts.map(part => `${inner}${part},\n`).join("")}${indent}${close}`;
}
