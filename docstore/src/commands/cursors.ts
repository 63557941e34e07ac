import { randomBytes } from "node:crypto";
import { Doc, RawArray } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import type { ScanStats } from "../query/scan.js";

const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const IDLE_MS = 10 * 60 * 1000;
const SWEEP_MS = 60 * 1000;

/** A result that is read in batches. */
export interface Cursor {
  readonly namespace: string;
  readonly results: Iterator<Uint8Array>;
  readonly stats: ScanStats;
}

interface OpenCursor extends Cursor {
  next: Uint8Array | undefined;
  connectionId: number;
  usedAtMs: number;
}

/** Open cursors. One ends when it is read to its end, killed, idle for ten minutes, or its connection ends. */
export class CursorRegistry {
  readonly #open = new Map<bigint, OpenCursor>();
  #sweeper: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#open.size;
  }

  /** The reply of a command that opens a cursor, with its first batch. */
  first(cursor: Cursor, batchSize: number, connectionId: number, single = false): Doc {
    const open: OpenCursor = { ...cursor, next: undefined, connectionId, usedAtMs: 0 };
    const batch = takeBatch(open, batchSize);
    const ended = single || (batchSize > 0 && !this.#hasMore(open));
    return reply(cursor.namespace, "firstBatch", batch, ended ? 0n : this.#keep(open));
  }

  more(id: bigint, namespace: string, batchSize: number, deadlineMs: number, connectionId: number): Doc {
    const open = this.#open.get(id);
    if (open === undefined) throw new CommandError("CursorNotFound", `cursor id ${id} not found`);
    if (open.namespace !== namespace) {
      throw new CommandError(
        "Unauthorized",
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${open.namespace}`,
      );
    }
    open.stats.deadlineMs = deadlineMs;
    open.connectionId = connectionId;
    open.usedAtMs = performance.now();
    try {
      const batch = takeBatch(open, batchSize);
      const ended = !this.#hasMore(open);
      if (ended) this.#open.delete(id);
      return reply(namespace, "nextBatch", batch, ended ? 0n : id);
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
  }

  kill(id: bigint): boolean {
    return this.#open.delete(id);
  }

  endConnection(connectionId: number): void {
    for (const [id, cursor] of this.#open) if (cursor.connectionId === connectionId) this.#open.delete(id);
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.#open.clear();
  }

  #hasMore(open: OpenCursor): boolean {
    open.next ??= pull(open);
    return open.next !== undefined;
  }

  #keep(open: OpenCursor): bigint {
    // Above 2^62: clients turn smaller integers into doubles and would send back another type.
    const id = (randomBytes(8).readBigInt64LE() & 0x3fffffffffffffffn) | 0x4000000000000000n;
    open.usedAtMs = performance.now();
    this.#open.set(id, open);
    this.#sweeper ??= setInterval(() => this.#sweep(), SWEEP_MS).unref();
    return id;
  }

  #sweep(): void {
    const oldest = performance.now() - IDLE_MS;
    for (const [id, cursor] of this.#open) if (cursor.usedAtMs < oldest) this.#open.delete(id);
  }
}

function pull(open: OpenCursor): Uint8Array | undefined {
  const step = open.results.next();
  return step.done === true ? undefined : step.value;
}

/** At most `size` documents and 16 MB, but at least one document if there is any. */
function takeBatch(open: OpenCursor, size: number): Uint8Array[] {
  const batch: Uint8Array[] = [];
  let bytes = 0;
  while (batch.length < size) {
    open.next ??= pull(open);
    if (open.next === undefined) break;
    if (batch.length > 0 && bytes + open.next.length > MAX_BATCH_BYTES) break;
    batch.push(open.next);
    bytes += open.next.length;
    open.next = undefined;
  }
  return batch;
}

function reply(
  namespace: string,
  name: "firstBatch" | "nextBatch",
  batch: readonly Uint8Array[],
  id: bigint,
): Doc {
  return Doc.of({ cursor: Doc.of({ [name]: new RawArray(batch), id, ns: namespace }) });
}
