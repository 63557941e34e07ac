import type { Kind } from "@appstead/sdk";
import { fieldsOf } from "@appstead/sdk/definition/fields";
import { toArgPath } from "@appstead/sdk/definition/names";
import { isJsonObject } from "@appstead/sdk/definition/walk";
import * as pulumi from "@pulumi/pulumi";

/** Place of an argument; `[]` stands for elements of a list, `{}` for values of a map. */
export type ArgumentPath = readonly (string | number)[];

/** Paths of a kind's secret arguments. */
export function secretArguments(kind: Kind): ArgumentPath[] {
  const secret = fieldsOf(kind.inputs).filter(field => field.traits?.writeOnly);
  return secret.map(field => toArgPath(kind, field.path));
}

/** Copy of arguments in which the secret ones are secret whether the program said so or not. */
export function protectSecrets(secrets: readonly ArgumentPath[], args: pulumi.Inputs): pulumi.Inputs {
  return secrets.reduce<pulumi.Inputs>((data, path) => {
    const result = protect(data, path);
    return isJsonObject(result) ? result : data;
  }, args);
}

function protect(value: unknown, path: ArgumentPath): unknown {
  const [step, ...rest] = path;
  if (value === undefined || value === null) return value;
  // Where the inside is not known yet, all of it becomes secret.
  if (step === undefined || pulumi.Output.isInstance(value) || value instanceof Promise)
    return pulumi.secret(value);
  if (step === "[]") return Array.isArray(value) ? value.map(item => protect(item, rest)) : value;
  if (!isJsonObject(value)) return value;
  const keys = step === "{}" ? Object.keys(value) : [String(step)].filter(key => key in value);
  return { ...value, ...Object.fromEntries(keys.map(key => [key, protect(value[key], rest)])) };
}
