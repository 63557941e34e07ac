import { hashKey } from "../bson/key.js";
import { Doc, UNDEFINED, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { compileExpression } from "../expression/compile.js";
import type { Accumulator } from "./accumulator.js";
import { ACCUMULATORS } from "./accumulators.js";
import type { StageFactory } from "./stage.js";

interface Field {
  readonly name: string;
  readonly start: () => Accumulator;
}

/** Groups by the value of `_id`; equal values of different numeric types are one group. */
export const group: StageFactory = (argument, _nested, variables) => {
  if (!(argument instanceof Doc))
    throw new CommandError(15947, "a group's fields must be specified in an object");
  const idValue = argument.get("_id");
  if (idValue === undefined) throw new CommandError(15955, "a group specification must include an _id");
  const id = compileExpression(idValue);
  const fields = [...argument.entries()]
    .filter(([name]) => name !== "_id")
    .map(([name, value]) => compileField(name, value));
  return docs => {
    const groups = new Map<string, { id: Value | undefined; states: Accumulator[] }>();
    for (const doc of docs) {
      const scope = { root: doc, variables };
      const value = id.evaluate(scope);
      const key = hashKey(value ?? UNDEFINED);
      let found = groups.get(key);
      if (found === undefined) {
        found = { id: value, states: fields.map(field => field.start()) };
        groups.set(key, found);
      }
      for (const state of found.states) state.add(scope);
    }
    return finish(groups.values(), fields);
  };
};

function* finish(
  groups: Iterable<{ id: Value | undefined; states: readonly Accumulator[] }>,
  fields: readonly Field[],
): Generator<Doc> {
  for (const { id, states } of groups) {
    const doc = new Doc();
    doc.push("_id", id ?? null);
    states.forEach((state, i) => {
      const value = state.result();
      const name = fields[i]?.name;
      if (name !== undefined && value !== undefined) doc.push(name, value);
    });
    yield doc;
  }
}

function compileField(name: string, value: Value): Field {
  if (name.includes(".")) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith("$"))
    throw new CommandError(40236, `The field name '${name}' cannot be an operator name`);
  if (!(value instanceof Doc))
    throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  if (value.size !== 1) throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  const operator = value.keys[0] ?? "";
  const factory = ACCUMULATORS.get(operator);
  if (factory === undefined) throw new CommandError(15952, `unknown group operator '${operator}'`);
  return { name, start: factory(value.values[0] ?? null, operator) };
}
