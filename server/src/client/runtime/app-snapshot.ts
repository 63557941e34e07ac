import type { ConfigStore, ConfigView } from "../../config/config-store";
import {
  type AppAuthProvider,
  type AppFunction,
  type AppValue,
  readAuthProvider,
  readFunction,
  readValue,
} from "./app-objects";

const maxSnapshots = 500;

/** What the running app needs of its configuration at one version: read on first use, then kept. */
export class AppSnapshot {
  readonly #functions = new Map<string, Promise<AppFunction | undefined>>();
  readonly #values = new Map<string, Promise<AppValue | undefined>>();
  #providers: Promise<readonly AppAuthProvider[]> | undefined;

  constructor(
    readonly version: number,
    private readonly view: ConfigView,
  ) {}

  functionNamed(name: string): Promise<AppFunction | undefined> {
    return remember(this.#functions, name, async () => {
      const found = await this.view.find("Function", [name]);
      return found && readFunction(found);
    });
  }

  async functionWithId(id: string): Promise<AppFunction | undefined> {
    const found = await this.view.get("Function", id);
    return found && readFunction(found);
  }

  valueNamed(name: string): Promise<AppValue | undefined> {
    return remember(this.#values, name, async () => {
      const found = await this.view.find("Value", [name]);
      return found && readValue(found);
    });
  }

  /** The auth provider of a type when it is there and enabled. */
  async enabledProvider(type: string): Promise<AppAuthProvider | undefined> {
    this.#providers ??= this.view.list("AuthProvider").then(found => found.map(readAuthProvider));
    const providers = await this.#providers.catch(error => {
      this.#providers = undefined;
      throw error;
    });
    return providers.find(provider => provider.type === type && !provider.disabled);
  }
}

/** Snapshots of the apps that were used last; a new version of an app replaces the old one. */
export class AppSnapshots {
  readonly #snapshots = new Map<string, AppSnapshot>();

  constructor(private readonly config: ConfigStore) {}

  async get(appId: string): Promise<AppSnapshot> {
    const { version, view } = await this.config.deployed(appId);
    const known = this.#snapshots.get(appId);
    this.#snapshots.delete(appId);
    const snapshot = known?.version === version ? known : new AppSnapshot(version, view);
    this.#snapshots.set(appId, snapshot);
    const oldest = this.#snapshots.keys().next();
    if (this.#snapshots.size > maxSnapshots && !oldest.done) this.#snapshots.delete(oldest.value);
    return snapshot;
  }
}

// Names come from clients: what does not exist is not remembered, or anybody could fill the memory.
async function remember<T>(
  known: Map<string, Promise<T | undefined>>,
  name: string,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const before = known.get(name);
  if (before !== undefined) return before;
  const reading = read();
  known.set(name, reading);
  try {
    const found = await reading;
    if (found === undefined) known.delete(name);
    return found;
  } catch (error) {
    known.delete(name);
    throw error;
  }
}
