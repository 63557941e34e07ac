import type { JsonObject, Kind, Parents } from "@appstead/sdk";
import { parentParameters } from "@appstead/sdk/definition/fields";
import { toArgs, toWire } from "@appstead/sdk/definition/names";
import { withoutUnknownKeys } from "@appstead/sdk/definition/validate";
import { isJsonObject } from "@appstead/sdk/definition/walk";
import { adoptKey, givenKey, identityKey, importKey, originKey, providerKey } from "../abi";
import { withCarried } from "./carried";
import { formatGiven, type Given, givenIn, parseGiven, project } from "./given";
import { withGivenSide } from "./reference-side";

/** Properties of a resource as the engine passes them, taken apart. */
export interface Properties {
  /** Path parameters, by argument name. */
  readonly parents: Parents & Readonly<Record<string, unknown>>;
  /** Settings in the wire's names. */
  readonly wire: JsonObject;
  readonly adopt: boolean;
  /** Which resource it is, across attempts. */
  readonly identity: string | undefined;
  /** Where the existing object is that is to be taken over. */
  readonly importId: string | undefined;
  /** Only in state: which settings the user gave. */
  readonly given: Given | undefined;
  /** Only in state: the process in which the resource got its object. */
  readonly origin: string | undefined;
}

/** Takes inputs or outputs of a resource apart. */
export function parseProperties(kind: Kind, properties: JsonObject): Properties {
  const names = parentParameters(kind);
  const hidden = [providerKey, identityKey, givenKey, originKey, importKey, adoptKey, ...names];
  const settings = Object.entries(properties).filter(
    ([key, value]) => !hidden.includes(key) && value !== undefined,
  );
  const textAt = (key: string) => (typeof properties[key] === "string" ? properties[key] : undefined);
  return {
    parents: Object.fromEntries(names.map(name => [name, properties[name]])),
    wire: toWire(kind, Object.fromEntries(settings)),
    adopt: properties[adoptKey] === true,
    identity: textAt(identityKey),
    importId: textAt(importKey),
    given: parseGiven(properties[givenKey]),
    origin: textAt(originKey),
  };
}

/** Outputs after a write: what the service holds, what it never returns, and which settings were given. */
export function outputsAfterWrite(kind: Kind, record: JsonObject, inputs: Properties): JsonObject {
  const settings = withCarried(kind, withGivenSide(kind, record, inputs.wire), inputs.wire);
  return {
    ...visible(kind, settings, inputs),
    [givenKey]: formatGiven(givenIn(kind.inputs, inputs.wire)),
    ...originOf(inputs),
  };
}

/** Outputs and inputs after a read; without a state to start from, the inputs are all settings that the object has. */
export function propertiesAfterRead(
  kind: Kind,
  record: JsonObject,
  state: Properties,
): { props: JsonObject; inputs: JsonObject } {
  const known = state.given !== undefined;
  const settings = withCarried(
    kind,
    withGivenSide(kind, record, known ? state.wire : undefined),
    state.wire,
    state.wire,
  );
  const { given = {} } = state;
  const declared = known ? project(settings, given) : withoutUnknownKeys(kind.inputs, settings);
  return {
    props: { ...visible(kind, settings, state), [givenKey]: formatGiven(given), ...originOf(state) },
    inputs: visible(kind, isJsonObject(declared) ? declared : {}, state),
  };
}

function visible(kind: Kind, settings: JsonObject, from: Properties): JsonObject {
  const { _id, ...rest } = settings;
  return {
    ...toArgs(kind, rest),
    ...from.parents,
    ...(from.adopt ? { [adoptKey]: true } : {}),
    ...(from.identity === undefined ? {} : { [identityKey]: from.identity }),
  };
}

function originOf({ origin }: Properties): JsonObject {
  return origin === undefined ? {} : { [originKey]: origin };
}
