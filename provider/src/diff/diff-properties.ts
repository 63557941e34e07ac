import type { JsonObject, Kind } from "@appstead/sdk";
import { toArgumentPath } from "../properties/argument-names";
import { project } from "../properties/given";
import { type Properties, parseProperties } from "../properties/properties";
import { changedPaths, differences, isImmutable } from "./changed-paths";

/** What the engine wants to know of a difference. */
export interface DiffResult {
  /**
   * `false`: nothing to do. `undefined`: the inputs have changed, and the engine shows in which fields.
   * `true`: the object has drifted away from inputs that are as they were.
   */
  readonly changes: boolean | undefined;
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
  const hasChanges = moved.length > 0 || paths.length > 0;
  return {
    changes: hasChanges ? (moved.length === 0 && sameInputs(kind, old, wanted) ? true : undefined) : false,
    replaces,
    deleteBeforeReplace: replaces.length > 0 && kind.deleteBeforeReplace,
  };
}

/** Whether the inputs are those that led to the state, as far as the state tells. */
function sameInputs(kind: Kind, old: Properties, wanted: Properties): boolean {
  if (old.given === undefined) return false;
  return differences(kind.inputs, project(old.wire, old.given), wanted.wire).length === 0;
}
