import { type Db, ObjectId } from "mongodb";
import { isDuplicateKey } from "../../identity/duplicate-key";
import { type AdminKeyDocument, type AdminKeys, adminOf, generateKeyPair } from "./admin-keys";
import {
  AdminKeyConflictError,
  type AdminSettings,
  AdminSettingsError,
  type KeyPair,
} from "./admin-settings";

interface Group {
  readonly _id: string;
  readonly name: string;
}

/**
 * Makes sure that there is a project, and the given key pair for it.
 *
 * @returns the project, and whether it still needs a pair
 * @throws AdminKeyConflictError, AdminSettingsError
 */
export async function ensureFirstAdmin(
  db: Db,
  keys: AdminKeys,
  settings: AdminSettings,
): Promise<{ groupId: string; needsPair: boolean }> {
  const pair = givenPair(settings);
  const [groupId] = await Promise.all([ensureGroup(db, settings.groupId), keys.initialize()]);
  if (pair) await ensurePair(keys, pair, groupId);
  return { groupId, needsPair: !pair && !(await keys.any()) };
}

/**
 * Makes up the first key pair. It is kept by the operator before the database has its hash: whoever dies in between
 * leaves a pair that nobody needs, and the next start makes up another one.
 */
export async function createFirstPair(
  keys: AdminKeys,
  groupId: string,
  keep: (pair: KeyPair) => Promise<void>,
): Promise<KeyPair> {
  const pair = generateKeyPair();
  const [admin] = await Promise.all([adminOf(pair, groupId), keep(pair)]);
  await keys.insert(admin);
  return pair;
}

function givenPair({ publicKey, privateKey }: AdminSettings): KeyPair | undefined {
  if (!publicKey && !privateKey) return undefined;
  if (publicKey && privateKey) return { publicKey, privateKey };
  throw new AdminSettingsError(
    "an admin key pair needs both its public and its private key; only one of them is given",
  );
}

async function ensurePair(keys: AdminKeys, pair: KeyPair, groupId: string): Promise<void> {
  const known = (await keys.byPublicKey(pair.publicKey)) ?? (await addOrFind(keys, pair, groupId));
  if (!(await keys.verify(pair))) throw new AdminKeyConflictError(pair.publicKey);
  if (!known.group_ids.includes(groupId)) await keys.grant(known._id, groupId);
}

/** Several servers may start on a fresh database at the same moment. */
async function addOrFind(keys: AdminKeys, pair: KeyPair, groupId: string): Promise<AdminKeyDocument> {
  const admin = await adminOf(pair, groupId);
  try {
    await keys.insert(admin);
    return admin;
  } catch (cause) {
    const added = isDuplicateKey(cause) ? await keys.byPublicKey(pair.publicKey) : undefined;
    if (added === undefined) throw cause;
    return added;
  }
}

async function ensureGroup(db: Db, given: string | undefined): Promise<string> {
  const groups = db.collection<Group>("groups");
  if (given !== undefined && !/^[0-9a-f]{24}$/.test(given)) {
    throw new AdminSettingsError(
      `the group id "${given}" is not valid; it must be 24 hexadecimal digits in lower case`,
    );
  }
  if (given !== undefined) {
    await groups.updateOne({ _id: given }, { $setOnInsert: { name: "default" } }, { upsert: true });
    return given;
  }
  const first = await groups.find().sort({ _id: 1 }).limit(1).next();
  if (first) return first._id;
  const _id = await claimFirstGroup(db);
  await groups.updateOne({ _id }, { $setOnInsert: { name: "default" } }, { upsert: true });
  return _id;
}

/** The id of the first project: of several servers that start at once all get the same. */
async function claimFirstGroup(db: Db): Promise<string> {
  const fresh = { value: new ObjectId().toHexString() };
  const claims = db.collection<{ _id: string; value: string }>("service_checks");
  const options = { upsert: true, returnDocument: "after" } as const;
  const claimed = await claims.findOneAndUpdate({ _id: "first-group" }, { $setOnInsert: fresh }, options);
  return claimed?.value ?? fresh.value;
}
