import {
  fixtures,
  isJsonObject,
  kindNamed,
  parentParameters,
  parseIdOf,
  referencesOf,
  toArgs,
  traitsOf,
  walkData,
} from "@appstead/sdk";
import { printValue } from "./print-value.mjs";
import { camelCase } from "./text.mjs";

/** @typedef {import("./schema-parts.mjs").Kind} Kind */
/** @typedef {import("@appstead/sdk").Fixture} Fixture */
/** @typedef {import("@appstead/sdk").JsonObject} JsonObject */
/** A statement that declares a resource, and the variables of others that it uses. @typedef {{variable: string, text: string, uses: Set<string>}} Statement */

/**
 * A complete Pulumi program that declares a sample of a kind, with the objects that it refers to.
 * @param {Kind} kind
 * @param {JsonObject} inputs in the wire's names
 */
export function exampleProgram(kind, inputs) {
  const own = camelCase(kind.name === "Function" ? "func" : kind.name);
  const needed = neededFixtures(kind, inputs, new Set());
  const statements = [
    ...fixtures.filter(fixture => needed.has(fixture)).map(fixtureStatement),
    statement(own, kind, inputs, String(inputs["name"] ?? kind.slug)),
  ];
  const used = new Set([own, ...statements.flatMap(({ uses }) => [...uses])]);
  const lines = statements.map(({ variable, text }) =>
    used.has(variable) ? `const ${variable} = ${text}` : text,
  );
  if (kind.name !== "App") lines.unshift('const app = new appstead.App("app", { name: "shop" });');
  return `import * as appstead from "@appstead/provider";\n\n${lines.join("\n")}\n\nexport const id = ${own}.id;\n`;
}

/**
 * Objects that inputs refer to, and those that these refer to in turn.
 * @param {Kind} kind @param {JsonObject} inputs @param {Set<Fixture>} found
 */
function neededFixtures(kind, inputs, found) {
  const wanted = new Set(
    referencesOf(kind, inputs).map(({ kind: target, by, value }) => variableOf(target, keyIn(value, by))),
  );
  if (parentParameters(kind).includes("serviceId")) wanted.add(dataSourceVariable());
  for (const fixture of fixtures) {
    if (found.has(fixture) || !wanted.has(fixtureVariable(fixture))) continue;
    found.add(fixture);
    neededFixtures(kindOf(fixture.kind), fixture.inputs, found);
  }
  return found;
}

/** @param {Fixture} fixture */
function fixtureStatement(fixture) {
  const { kind, inputs } = fixture;
  return statement(fixtureVariable(fixture), kindOf(kind), inputs, fixtureKey(fixture));
}

/** @param {string} variable @param {Kind} kind @param {JsonObject} inputs @param {string} name @returns {Statement} */
function statement(variable, kind, inputs, name) {
  const parents = Object.fromEntries(
    parentParameters(kind).map(parameter => [
      parameter,
      parameter === "appId" ? "app" : dataSourceVariable(),
    ]),
  );
  const linked = linkedInputs(kind, inputs);
  const uses = new Set([...Object.values(parents), ...linked.uses]);
  const others = referencesOf(kind, inputs)
    .map(({ kind: target, by, value }) => variableOf(target, keyIn(value, by)))
    .filter(other => !linked.uses.has(other));
  for (const other of others) uses.add(other);
  const ids = Object.entries(parents).map(([parameter, parent]) => [parameter, Symbol(`${parent}.id`)]);
  const args = printValue({ ...Object.fromEntries(ids), ...toArgs(kind.inputs, linked.inputs) });
  const options = others.length > 0 ? `, { dependsOn: [${[...new Set(others)].join(", ")}] }` : "";
  const text = `new appstead.${kind.name}(${JSON.stringify(name)}, ${args}${options});`;
  return { variable, text, uses };
}

/** Inputs with variables in place of references to other objects. @param {Kind} kind @param {JsonObject} inputs */
function linkedInputs(kind, inputs) {
  const linked = structuredClone(inputs);
  /** @type {Set<string>} */
  const uses = new Set();
  walkData(kind.inputs, linked, ({ value, schema, parent, path }) => {
    const ref = traitsOf(schema)?.ref;
    const key = path.at(-1);
    if (!ref || typeof key !== "string" || !isJsonObject(parent)) return;
    parent[key] = mapTexts(value, text => {
      const variable = variableOf(ref.kind, keyIn(text, ref.by));
      uses.add(variable);
      return Symbol(`${variable}.${ref.by}`);
    });
  });
  return { inputs: linked, uses };
}

/** A text, or every text in a list or map. @param {unknown} value @param {(text: string) => unknown} map @returns {unknown} */
function mapTexts(value, map) {
  if (Array.isArray(value)) return value.map(item => mapTexts(item, map));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
  return typeof value === "string" ? map(value) : value;
}

/** @param {Fixture["kind"]} name */
function kindOf(name) {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`a fixture is of the unknown kind ${name}`);
  return kind;
}

/** Name of the object that a reference points at. @param {string} value @param {"id" | "name"} by */
function keyIn(value, by) {
  const key = by === "id" ? parseIdOf(value)?.key : value;
  if (key === undefined) throw new Error(`the sample's id ${value} is not written with idOf`);
  return key;
}

/** Name of a fixture, by which samples refer to it. @param {Fixture} fixture */
function fixtureKey({ kind, inputs }) {
  const schema = inputs["schema"];
  return String(inputs["name"] ?? (isJsonObject(schema) ? schema["title"] : kind));
}

/** @param {Fixture} fixture */
function fixtureVariable(fixture) {
  return variableOf(fixture.kind, fixtureKey(fixture));
}

/** @param {string} kind @param {string} key */
function variableOf(kind, key) {
  return `${camelCase(key)}${kind === "Schema" ? "Schema" : ""}`;
}

/** The data source that kinds below one have as their parent. */
function dataSourceVariable() {
  const fixture = fixtures.find(({ kind }) => kind === "DataSource");
  if (!fixture) throw new Error("no fixture is a data source");
  return fixtureVariable(fixture);
}
