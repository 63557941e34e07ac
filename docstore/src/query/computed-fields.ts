import { Doc, type Value } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { Expression, Scope } from "../expression/expression.js";

/** Computed fields by path, as in `$addFields` and in projections with expressions. */
export class ComputedTree {
  readonly fields = new Map<string, ComputedTree | Expression>();

  get isEmpty(): boolean {
    return this.fields.size === 0;
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  add(path: string, expression: Expression): void {
    const [name = "", ...rest] = path.split(".");
    const existing = this.fields.get(name);
    if (existing !== undefined && (rest.length === 0 || !(existing instanceof ComputedTree))) {
      throw new CommandError(
        40176,
        `specification contains two conflicting paths. Cannot specify '${path}' twice`,
      );
    }
    if (rest.length === 0) {
      this.fields.set(name, expression);
      return;
    }
    const branch = existing instanceof ComputedTree ? existing : new ComputedTree();
    this.fields.set(name, branch);
    branch.add(rest.join("."), expression);
  }
}

/** Sets computed fields in a copy; a path through an array sets them in each of its elements. */
export function applyComputed(doc: Doc, tree: ComputedTree, scope: Scope): Doc {
  const result = doc.copy();
  for (const [name, node] of tree.fields) {
    const current = result.get(name);
    const value = node instanceof ComputedTree ? within(current, node, scope) : node.evaluate(scope);
    if (value === undefined) result.delete(name);
    else result.set(name, value);
  }
  return result;
}

function within(value: Value | undefined, tree: ComputedTree, scope: Scope): Value {
  if (Array.isArray(value)) return value.map(element => within(element, tree, scope));
  return applyComputed(value instanceof Doc ? value : new Doc(), tree, scope);
}
