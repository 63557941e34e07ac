import type { AppDocument } from "./documents";
import type { Difference, History } from "./history";
import { MemorySource } from "./memory-source";
import { Overlay } from "./overlay";
import type { Source } from "./source";
import type { StoredObject } from "./stored-object";

interface Snapshot {
  readonly version: number;
  /** Objects of an earlier version, with the changes since. */
  readonly base: MemorySource;
  readonly changes: Overlay;
  readonly source: Source;
}

const keptApps = 500;
const mostChanges = 256;

/** Deployed configuration in memory for the running apps; a new version reads only what changed. */
export class Snapshots {
  readonly #apps = new Map<string, Promise<Snapshot>>();

  constructor(
    private readonly history: History,
    private readonly readApp: (appId: string) => Promise<AppDocument>,
  ) {}

  /** @throws ApiError `AppNotFound` */
  async current(appId: string): Promise<{ version: number; source: Source }> {
    const app = await this.readApp(appId);
    const known = this.#apps.get(appId);
    const next = this.#advance(known, app);
    this.#remember(appId, next);
    try {
      return await next;
    } catch (cause) {
      this.#apps.delete(appId);
      throw cause;
    }
  }

  forget(appId: string): void {
    this.#apps.delete(appId);
  }

  async #advance(known: Promise<Snapshot> | undefined, app: AppDocument): Promise<Snapshot> {
    const before = await known?.catch(() => undefined);
    // Another call may have read a newer version meanwhile; going back would serve old configuration.
    if (before && before.version >= app.version) return before;
    if (!before || before.version < app.horizon) return this.#load(app);
    const changes = before.changes.copy();
    addAll(changes, await this.history.forward(app, before.version));
    if (changes.size <= mostChanges) return snapshot(app.version, before.base, changes);
    return snapshot(app.version, merged(before.base, changes), new Overlay());
  }

  async #load(app: AppDocument): Promise<Snapshot> {
    const objects: StoredObject[] = await this.history.all(app);
    const now = await this.readApp(app._id);
    // Rows of a version may be swept while they are read, once it is far behind.
    if (now.horizon > app.version) return this.#load(now);
    return snapshot(app.version, new MemorySource(objects), new Overlay());
  }

  #remember(appId: string, next: Promise<Snapshot>): void {
    this.#apps.delete(appId);
    this.#apps.set(appId, next);
    const [oldest] = this.#apps.keys();
    if (this.#apps.size > keptApps && oldest !== undefined) this.#apps.delete(oldest);
  }
}

function snapshot(version: number, base: MemorySource, changes: Overlay): Snapshot {
  return { version, base, changes, source: changes.over(base) };
}

function addAll(changes: Overlay, difference: Difference): void {
  for (const [key, object] of difference) {
    if (object) changes.put(object);
    else changes.delete(key);
  }
}

function merged(base: MemorySource, changes: Overlay): MemorySource {
  const whole = new MemorySource(base.all());
  for (const [key, object] of changes.entries()) {
    if (object) whole.put(object);
    else whole.delete(key);
  }
  return whole;
}
