import { ensureIndexes } from "../../database/ensure-indexes";
import type { Service } from "../../service";
import type { LogEntry } from "./log-entry";

const flushAfterMs = 250;
const flushAtEntries = 500;
const maxBufferedEntries = 10_000;
const retentionMs = 10 * 24 * 60 * 60 * 1000;

/** Writes entries of apps' logs in batches, so that no request waits for its own. */
export class LogWriter {
  #buffer: LogEntry[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: Pick<Service, "db" | "log" | "now">) {}

  async initialize(): Promise<void> {
    await ensureIndexes(this.#collection(), [{ key: { app_id: 1, started: -1 } }, { key: { completed: 1 } }]);
  }

  add(entry: LogEntry): void {
    if (this.#buffer.length >= maxBufferedEntries) this.#dropped++;
    else this.#buffer.push(entry);
    if (this.#buffer.length >= flushAtEntries) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), flushAfterMs).unref();
  }

  /** Resolves when everything added before is written, or given up with a warning. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Removes entries older than 10 days. */
  async sweep(): Promise<void> {
    await this.#collection().deleteMany({ completed: { $lt: new Date(this.parts.now() - retentionMs) } });
  }

  async deleteApp(appId: string): Promise<void> {
    await this.flush();
    await this.#collection().deleteMany({ app_id: appId });
  }

  async #write(): Promise<void> {
    const entries = this.#buffer;
    const dropped = this.#dropped;
    this.#buffer = [];
    this.#dropped = 0;
    if (dropped > 0) this.parts.log.warn({ entries: dropped }, "app log entries dropped: too many at once");
    if (entries.length === 0) return;
    try {
      await this.#collection().insertMany(entries, { ordered: false });
    } catch (error) {
      this.parts.log.warn(
        { err: error, entries: entries.length },
        "app log entries lost: the database refused them",
      );
    }
  }

  #collection() {
    return this.parts.db.collection<LogEntry>("logs");
  }
}
