import type { JsonObject, Kind } from "@appstead/sdk";
import { changedPaths, isImmutable, type Path } from "../diff/changed-paths";
import { ExistingObjectError, ProviderError } from "../errors";
import { isReadable, secretPathsIn } from "../properties/carried";
import { idempotencyKey } from "./idempotency";
import { sync } from "./sync";
import {
  asRecord,
  type Desired,
  describeObject,
  isAlreadyThere,
  naturalKeyOf,
  type StoredRecord,
  type Target,
} from "./target";

/** Objects of one resource that may be there at the same time: the one being replaced, and leftovers of failures. */
const maxEarlierObjects = 5;

/**
 * Makes sure that an object is there with the settings that it should have.
 *
 * @throws ExistingObjectError when it is there already and may not be adopted
 */
export async function ensure(target: Target, desired: Desired): Promise<StoredRecord> {
  const { kind, endpoint, parents } = target;
  if (desired.existingId !== undefined) return importExisting(target, desired, desired.existingId);
  const hasNoCollection = kind.shape === "singleton" || kind.shape === "section";
  const takesOver = desired.adopt || kind.preexisting?.(desired.wire) === true;
  if (takesOver || hasNoCollection) {
    const found = await endpoint.find(parents, naturalKeyOf(kind, desired.wire));
    if (found) return takeOver(target, desired, asRecord(kind, found), takesOver);
  }
  const record = await create(target, desired, "", maxEarlierObjects);
  return differing(kind, record, desired.wire).length > 0 ? sync(target, record._id, desired.wire) : record;
}

/** Takes over the object with an id; it must be as the program says, unless it may be adopted. */
async function importExisting(target: Target, desired: Desired, id: string): Promise<StoredRecord> {
  const { kind, endpoint, parents } = target;
  const found = await endpoint.read(parents, id);
  if (!found) {
    throw new ProviderError(
      `there is no ${kind.title} to import at the id ${id}; correct the id, or remove the option import`,
    );
  }
  const record = asRecord(kind, found);
  const changes = differing(kind, record, desired.wire);
  if (changes.length > 0 && !desired.adopt) {
    throw new ProviderError(
      `cannot import the ${describeObject(kind, desired.wire)}: it differs in ${listOf(changes)}; ` +
        "give the values that it has, or set `adopt: true` to change it",
    );
  }
  return takeOver(target, desired, record, true);
}

function listOf(paths: readonly Path[]): string {
  return paths.map(path => path.join(".")).join(", ");
}

async function takeOver(
  target: Target,
  { wire }: Desired,
  found: StoredRecord,
  allowed: boolean,
): Promise<StoredRecord> {
  const { kind } = target;
  const changes = differing(kind, found, wire);
  // An object without a collection has no idempotency key: an equal one may be ours, and taking it changes nothing.
  if (!allowed && changes.length > 0) throw existing(kind, wire);
  const fixed = changes.filter(path => isImmutable(kind.inputs, path));
  if (fixed.length > 0) {
    throw new ProviderError(
      `cannot adopt the ${describeObject(kind, wire)}: ${listOf(fixed)} cannot be changed in place; ` +
        "give the values that it has, or delete it",
    );
  }
  const sendsSecret = secretPathsIn(kind, wire).length > 0;
  return changes.length > 0 || sendsSecret ? sync(target, found._id, wire) : found;
}

/** Creates the object, or finds the one that an attempt whose answer was lost has created. */
async function create(
  target: Target,
  desired: Desired,
  salt: string,
  attempts: number,
): Promise<StoredRecord> {
  const { kind, endpoint, parents, writes } = target;
  const key =
    desired.identity === undefined ? {} : { idempotencyKey: idempotencyKey(desired.identity, salt) };
  const answer = await writes
    .run(() => endpoint.create(parents, desired.wire, key))
    .catch((error: unknown) => {
      throw isAlreadyThere(kind, error) ? existing(kind, desired.wire, error) : error;
    });
  const record = asRecord(kind, answer);
  // The key may lead to an object that this resource made earlier and that has become something else since.
  const isAnother = differing(kind, record, desired.wire).some(path => identifies(kind, path));
  return isAnother && attempts > 0 ? create(target, desired, record._id, attempts - 1) : record;
}

/** Paths at which a record differs from the wanted settings, as far as the service returns them. */
function differing(kind: Kind, record: JsonObject, wire: JsonObject): Path[] {
  const secrets = secretPathsIn(kind, wire);
  return changedPaths(kind, record, undefined, wire).filter(path => isReadable(kind, secrets, path));
}

function identifies(kind: Kind, path: Path): boolean {
  return kind.naturalKey.includes(path.join(".")) || isImmutable(kind.inputs, path);
}

function existing(kind: Kind, wire: JsonObject, cause?: unknown): ExistingObjectError {
  return new ExistingObjectError(
    `the ${describeObject(kind, wire)} exists already; set \`adopt: true\` to manage the existing one, or ` +
      (kind.naturalKey.length > 0 ? "choose another name" : "delete it"),
    { cause },
  );
}
