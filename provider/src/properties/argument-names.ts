import type { Kind } from "@appstead/sdk";
import { fieldsOf } from "@appstead/sdk/definition/fields";
import { toArgName, toArgPath } from "@appstead/sdk/definition/names";

/** A path in the wire's names as the engine writes paths of arguments: `roles[0].applyWhen`, `fields["a.b"]`. */
export function toArgumentPath(kind: Kind, path: readonly (string | number)[]): string {
  return toArgPath(kind, path)
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\w$%-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** A message of the service or of the definitions, with argument names in place of the wire's names of fields. */
export function inArgumentNames(kind: Kind, message: string): string {
  const names = new Map(
    fieldsOf(kind.inputs).map(({ path, traits }) => {
      const name = path.at(-1) ?? "";
      return [name, toArgName(name, traits)];
    }),
  );
  return inArgumentPaths(kind, message).replace(
    /(?<![\w/%$])[a-z]\w*(?![\w/])/g,
    word => (word.includes("_") ? names.get(word) : undefined) ?? word,
  );
}

/** Paths that begin a message, or one of several, as programs write them: `roles.0.apply_when: …`. */
function inArgumentPaths(kind: Kind, message: string): string {
  const fields = new Set(fieldsOf(kind.inputs).map(({ path }) => path[0]));
  return message.replace(/(?<=^|; )[\w%$][^\s:;]*(?=: )/g, text => {
    const steps = text.split(/\.|\[(\d+)\]/).filter(step => step !== undefined && step !== "");
    const isField = steps.length > 1 && fields.has(steps[0] ?? "");
    return isField ? toArgumentPath(kind, steps.map(asStep)) : text;
  });
}

function asStep(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}
