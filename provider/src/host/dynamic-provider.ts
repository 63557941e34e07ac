import type { JsonObject, Kind } from "@appstead/sdk";
import { isJsonObject } from "@appstead/sdk/definition/walk";
import { type Configuration, resolveConfiguration } from "../configuration/configuration";
import { type DiffResult, diffProperties } from "../diff/diff-properties";
import { ProviderError } from "../errors";
import { ensure } from "../lifecycle/ensure";
import { isGone, remove } from "../lifecycle/remove";
import { sync } from "../lifecycle/sync";
import { asRecord, describeObject, type StoredRecord, type Target } from "../lifecycle/target";
import {
  outputsAfterWrite,
  type Properties,
  parseProperties,
  propertiesAfterRead,
} from "../properties/properties";
import { holdsUnknown } from "../properties/unknown";
import { type CheckFailure, checkProperties, withoutValue } from "./check-inputs";
import { parseImportId } from "./import-id";
import { type Connection, processState } from "./process-state";
import { runOperation } from "./run-operation";
import { reasonOf, userError } from "./user-error";

/** Methods that the process of dynamic resources calls; see `dynamic.ResourceProvider` of `@pulumi/pulumi`. */
export interface DynamicProvider {
  configure(request: { readonly config: unknown }): Promise<void>;
  check(olds: JsonObject, news: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }>;
  diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult>;
  create(inputs: JsonObject): Promise<{ id: string; outs: JsonObject }>;
  read(id: string, props?: JsonObject): Promise<{ id: string; props?: JsonObject; inputs?: JsonObject }>;
  update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }>;
  delete(id: string, props: JsonObject): Promise<void>;
}

/** The provider of one kind, with methods that need no receiver: they are exports of a module. */
export function dynamicProvider(kind: Kind): DynamicProvider {
  const provider = new KindProvider(kind);
  return {
    configure: request => provider.configure(request),
    check: (olds, news) => provider.check(olds, news),
    diff: (id, olds, news) => provider.diff(id, olds, news),
    create: inputs => provider.create(inputs),
    read: (id, props) => provider.read(id, props),
    update: (id, olds, news) => provider.update(id, olds, news),
    delete: (id, props) => provider.delete(id, props),
  };
}

class KindProvider implements DynamicProvider {
  #configured: Promise<Configuration> | undefined;
  /** Resources of a preview that were checked with values that are not known yet, and whose difference comes next. */
  readonly #previewed = new Set<string | undefined>();

  constructor(private readonly kind: Kind) {}

  async configure({ config }: { readonly config: unknown }): Promise<void> {
    // Stored before anything is awaited: the host calls other methods without waiting for this one.
    this.#configured = resolve(rawConfigOf(config));
    // Said by the first method that needs it, at a resource; here it would be an error of the process.
    await this.#configured.catch(() => {});
  }

  async check(olds: JsonObject, news: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }> {
    const { activity } = processState();
    const failures = checkProperties(this.kind, news);
    try {
      await this.#configuration();
    } catch (error) {
      failures.push({ property: "", reason: reasonOf(this.kind, error) });
    }
    const isNew = Object.keys(olds).length === 0;
    const { identity } = parseProperties(this.kind, news);
    if (holdsUnknown(news)) this.#previewed.add(identity);
    if (isNew && failures.length === 0) activity.announce(identity);
    else activity.heard();
    return { inputs: news, failures: failures.map(withoutValue) };
  }

  async diff(_id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
    const { activity } = processState();
    const { identity } = parseProperties(this.kind, news);
    // Without a check before it, the engine asks what becomes of the resource when one that it uses is replaced.
    const targetGoes = holdsUnknown(news) && !this.#previewed.delete(identity);
    const result = diffProperties(this.kind, olds, news, targetGoes);
    if (result.changes === false) activity.heard();
    else activity.announce(identity);
    return result;
  }

  async create(inputs: JsonObject): Promise<{ id: string; outs: JsonObject }> {
    const properties = parseProperties(this.kind, inputs);
    return this.#attempt("create", properties, async () => {
      const { objects } = processState();
      const record = await this.#write(properties, target =>
        ensure(target, { ...properties, existingId: this.#existingId(properties) }),
      );
      objects.add(record._id);
      const obtained = { ...properties, origin: objects.origin };
      return { id: record._id, outs: outputsAfterWrite(this.kind, record, obtained) };
    });
  }

  async read(
    id: string,
    props: JsonObject = {},
  ): Promise<{ id: string; props?: JsonObject; inputs?: JsonObject }> {
    const state = parseProperties(this.kind, props);
    return this.#attempt("read", state, async () => {
      const place = parseImportId(this.kind, id, state.parents);
      const { client } = await this.#connection();
      const found = await client.endpoint(this.kind).read(place.parents, place.id);
      if (!found) return { id: "" };
      const record = asRecord(this.kind, found);
      return {
        id: record._id,
        ...propertiesAfterRead(this.kind, record, { ...state, parents: place.parents }),
      };
    });
  }

  async update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }> {
    const former = parseProperties(this.kind, olds);
    const properties = { ...parseProperties(this.kind, news), origin: former.origin };
    return this.#attempt("update", properties, async () => {
      const record = await this.#write(properties, target => sync(target, id, properties.wire), former);
      return { outs: outputsAfterWrite(this.kind, record, properties) };
    });
  }

  async delete(id: string, props: JsonObject): Promise<void> {
    const properties = parseProperties(this.kind, props);
    return this.#attempt("delete", properties, async () => {
      if (processState().objects.isTakenOver(id, properties.origin)) {
        const name = describeObject(this.kind, properties.wire);
        process.stderr.write(
          `appstead: kept the ${name}: another resource has taken it over in this update\n`,
        );
        return;
      }
      try {
        const connection = await this.#connection();
        await runOperation(this.kind, connection, properties, { removes: true }, target =>
          remove(target, id, properties.wire),
        );
      } catch (error) {
        // The app itself may be gone, and with it everything in it.
        if (!isGone(error)) throw error;
      }
    });
  }

  /** @throws ProviderError when the object to import lives elsewhere than the resource */
  #existingId({ importId, parents }: Properties): string | undefined {
    if (importId === undefined) return undefined;
    const place = parseImportId(this.kind, importId, {});
    const wrong = Object.keys(place.parents).find(name => place.parents[name] !== parents[name]);
    if (wrong === undefined) return place.id;
    throw new ProviderError(
      `the object to import has the ${wrong} ${String(place.parents[wrong])}, the resource ${String(parents[wrong])}`,
    );
  }

  async #write(
    properties: Properties,
    work: (target: Target) => Promise<StoredRecord>,
    former?: Properties,
  ): Promise<StoredRecord> {
    return runOperation(this.kind, await this.#connection(), properties, { removes: false, former }, work);
  }

  async #attempt<T>(verb: string, { wire }: Properties, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw userError(this.kind, `cannot ${verb} the ${describeObject(this.kind, wire)}`, error);
    }
  }

  /** The host may not call `configure` at all: then the environment and the profile file decide. */
  #configuration(): Promise<Configuration> {
    this.#configured ??= resolve({});
    return this.#configured;
  }

  async #connection(): Promise<Connection> {
    return processState().connect(await this.#configuration());
  }
}

async function resolve(rawConfig: JsonObject): Promise<Configuration> {
  return resolveConfiguration(rawConfig, process.env);
}

/** The host's configuration object looks settings up in the project's namespace; ours are in its raw form. */
function rawConfigOf(config: unknown): JsonObject {
  const raw = isJsonObject(config) ? config["rawConfig"] : undefined;
  return isJsonObject(raw) ? raw : {};
}
