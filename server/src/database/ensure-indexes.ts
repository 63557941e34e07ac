import { type Collection, type Document, type IndexDescription, MongoServerError } from "mongodb";

/** An index that a part of the service relies on. */
export interface WantedIndex {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
}

/**
 * Creates the indexes that are not there yet; safe to call from several servers at once.
 * They are nearly always there, and looking is much cheaper than asking for them: a start writes nothing.
 */
export async function ensureIndexes<T extends Document>(
  collection: Collection<T>,
  wanted: readonly WantedIndex[],
): Promise<void> {
  const existing = new Set((await readIndexes(collection)).map(signature));
  const missing = wanted.filter(index => !existing.has(signature(index)));
  if (missing.length > 0)
    await collection.createIndexes(missing.map((index): IndexDescription => ({ ...index })));
}

async function readIndexes<T extends Document>(collection: Collection<T>) {
  try {
    return await collection.listIndexes().toArray();
  } catch (error) {
    // No write has made the collection yet.
    if (error instanceof MongoServerError && error.codeName === "NamespaceNotFound") return [];
    throw error;
  }
}

// The order of the keys is part of what an index is.
function signature({ key, unique }: Pick<IndexDescription, "key" | "unique">): string {
  return JSON.stringify([
    Object.entries(key).map(([path, direction]) => [path, Number(direction)]),
    unique === true,
  ]);
}
