import type { JsonObject, Kind } from "@appstead/sdk";
import { fieldsOf } from "@appstead/sdk/definition/fields";
import { toArgumentPath } from "../properties/argument-names";
import { parseProperties } from "../properties/properties";
import { holdsUnknown } from "../properties/unknown";
import { changedPaths, isImmutable } from "./changed-paths";

/** What the engine wants to know of a difference. */
export interface DiffResult {
  /**
   * `false`: nothing to do. `undefined`: the engine compares the inputs and shows in which fields they differ. A refresh
   * puts what has drifted into the inputs, so that it shows in the same way.
   */
  readonly changes: false | undefined;
  /** Paths of the arguments whose change needs a new object. */
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
}

/**
 * Compares the state of a resource with what the program wants.
 *
 * @param targetGoes whether what is not known yet are references to an object that is about to be deleted and made
 *   again; the service deletes nothing that is referred to, so what refers to it has to go first
 */
export function diffProperties(
  kind: Kind,
  state: JsonObject,
  inputs: JsonObject,
  targetGoes = false,
): DiffResult {
  const [old, wanted] = [parseProperties(kind, state), parseProperties(kind, inputs)];
  const moved = Object.keys(wanted.parents).filter(name => old.parents[name] !== wanted.parents[name]);
  const paths = changedPaths(kind, old.wire, old.given, wanted.wire);
  const fixed = paths.filter(path => isImmutable(kind.inputs, path)).map(path => toArgumentPath(kind, path));
  const dangling = targetGoes ? danglingArguments(kind, wanted.wire) : [];
  const replaces = [...new Set([...moved, ...fixed, ...dangling])];
  const changes = moved.length > 0 || paths.length > 0;
  return {
    changes: changes ? undefined : false,
    replaces,
    // Also without replacements of ours: the program's `replaceOnChanges` may make one of any change.
    deleteBeforeReplace: changes && kind.deleteBeforeReplace,
  };
}

/** Arguments with something unknown in them that may refer to other objects. */
function danglingArguments(kind: Kind, wire: JsonObject): string[] {
  const referring = fieldsOf(kind.inputs).filter(({ traits }) => traits?.ref || traits?.expression);
  return Object.keys(wire)
    .filter(key => holdsUnknown(wire[key]) && referring.some(({ path }) => path[0] === key))
    .map(key => toArgumentPath(kind, [key]));
}
