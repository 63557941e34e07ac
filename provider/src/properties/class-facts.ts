import type { Kind } from "@appstead/sdk";
import { toArgs } from "@appstead/sdk/definition/names";
import { perObject } from "@appstead/sdk/definition/per-object";
import { topLevelKeys } from "./carried";
import { type ArgumentPath, secretArguments } from "./secret-arguments";

/** What the classes need to know of a kind, worked out once: a program may make thousands of resources. */
export interface ClassFacts {
  /** Every output, not yet known: without this, a property would be there only when the program had set it. */
  readonly outputs: Readonly<Record<string, undefined>>;
  readonly secretArguments: readonly ArgumentPath[];
  readonly secretOutputs: readonly string[];
}

/** Facts of a kind's class. */
export const classFacts: (kind: Kind) => ClassFacts = perObject(kind => {
  const keys = topLevelKeys(kind.outputs).filter(key => key !== "_id");
  const names = Object.keys(toArgs(kind, Object.fromEntries(keys.map(key => [key, null]))));
  const secrets = secretArguments(kind);
  return {
    outputs: Object.fromEntries(names.map(name => [name, undefined])),
    secretArguments: secrets,
    secretOutputs: secrets.filter(path => path.length === 1).map(String),
  };
});
