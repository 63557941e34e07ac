import type { Kind, Parents } from "@appstead/sdk";
import { parentParameters } from "@appstead/sdk/definition/fields";
import { ProviderError } from "../errors";

/** Where an object is, and its id. */
export interface Place {
  readonly parents: Parents & Readonly<Record<string, unknown>>;
  readonly id: string;
}

/**
 * Place of an object that is read. Resources in the state know their parents; for others the id holds them:
 * `<appId>/<id>`, below a data source `<appId>/<serviceId>/<id>`, and without the last part for objects of which there
 * is at most one in their place.
 *
 * @throws ProviderError that says which form the id must have
 */
export function parseImportId(kind: Kind, id: string, known: Readonly<Record<string, unknown>>): Place {
  const names = parentParameters(kind);
  if (names.every(name => typeof known[name] === "string")) return { parents: known, id };
  const parts = id.split("/");
  const alone = kind.shape === "singleton" || kind.shape === "section";
  const isComplete = parts.length === names.length + 1 || (alone && parts.length === names.length);
  if (!isComplete || parts.includes("")) {
    const form = [...names.map(name => `<${name}>`), ...(alone ? [] : ["<id>"])].join("/");
    throw new ProviderError(
      `the id ${JSON.stringify(id)} does not say where the ${kind.title} is; write it as ${form}`,
    );
  }
  const parents = Object.fromEntries(names.map((name, index) => [name, parts[index]]));
  // What there is one of below an object is found by that object's id.
  return { parents, id: parts.at(-1) ?? "" };
}
