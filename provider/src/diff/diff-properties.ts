import type { JsonObject, Kind } from "@appstead/sdk";
import { toArgumentPath } from "../properties/argument-names";
import { parseProperties } from "../properties/properties";
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

/** Compares the state of a resource with what the program wants. */
export function diffProperties(kind: Kind, state: JsonObject, inputs: JsonObject): DiffResult {
  const [old, wanted] = [parseProperties(kind, state), parseProperties(kind, inputs)];
  const moved = Object.keys(wanted.parents).filter(name => old.parents[name] !== wanted.parents[name]);
  const paths = changedPaths(kind, old.wire, old.given, wanted.wire);
  const fixed = paths.filter(path => isImmutable(kind.inputs, path)).map(path => toArgumentPath(kind, path));
  const replaces = [...new Set([...moved, ...fixed])];
  const changes = moved.length > 0 || paths.length > 0;
  return {
    changes: changes ? undefined : false,
    replaces,
    // Also without replacements of ours: the program's `replaceOnChanges` may make one of any change.
    deleteBeforeReplace: changes && kind.deleteBeforeReplace,
  };
}
