import type { JsonObject, Kind } from "@appstead/sdk";
import { isJsonObject } from "@appstead/sdk/definition/walk";
import { type Configuration, resolveConfiguration } from "../configuration/configuration";
import { type DiffResult, diffProperties } from "../diff/diff-properties";
import { ensure } from "../lifecycle/ensure";
import { isGone, remove } from "../lifecycle/remove";
import { sync } from "../lifecycle/sync";
import { asRecord, describeObject } from "../lifecycle/target";
import { outputsAfterWrite, parseProperties, propertiesAfterRead } from "../properties/properties";
import { type CheckFailure, checkProperties } from "./check-inputs";
import { parseImportId } from "./import-id";
import { processState } from "./process-state";
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

/** The provider of one kind. */
export function dynamicProvider(kind: Kind): DynamicProvider {
  let configured: Promise<Configuration> | undefined;
  // The host may call a method before `configure` has answered; and it may not call `configure` at all.
  const configuration = () => (configured ??= resolve({}));
  const { activity } = processState();

  async function connection() {
    return processState().connect(await configuration());
  }

  return {
    async configure({ config }) {
      configured = resolve(rawConfigOf(config));
      // Said by the first method that needs it, at a resource; here it would be an error of the process.
      await configured.catch(() => {});
    },

    async check(olds, news) {
      const failures = checkProperties(kind, news);
      try {
        await configuration();
      } catch (error) {
        failures.push({ property: "", reason: reasonOf(kind, error) });
      }
      const isNew = Object.keys(olds).length === 0;
      if (isNew && failures.length === 0) activity.announce(parseProperties(kind, news).identity);
      else activity.heard();
      return { inputs: news, failures };
    },

    async diff(_id, olds, news) {
      const result = diffProperties(kind, olds, news);
      if (result.changes !== false) activity.announce(parseProperties(kind, news).identity);
      return result;
    },

    async create(inputs) {
      const properties = parseProperties(kind, inputs);
      return attempt(`cannot create the ${describeObject(kind, properties.wire)}`, async () => {
        const record = await runOperation(kind, await connection(), properties, false, target =>
          ensure(target, properties),
        );
        return { id: record._id, outs: outputsAfterWrite(kind, record, properties) };
      });
    },

    async read(id, props = {}) {
      const state = parseProperties(kind, props);
      return attempt(`cannot read the ${describeObject(kind, state.wire)}`, async () => {
        const place = parseImportId(kind, id, state.parents);
        const { client } = await connection();
        const found = await client.endpoint(kind).read(place.parents, place.id);
        if (!found) return { id: "" };
        const record = asRecord(kind, found);
        const after = propertiesAfterRead(kind, record, { ...state, parents: place.parents });
        return { id: record._id, ...after };
      });
    },

    async update(id, _olds, news) {
      const properties = parseProperties(kind, news);
      return attempt(`cannot update the ${describeObject(kind, properties.wire)}`, async () => {
        const record = await runOperation(kind, await connection(), properties, false, target =>
          sync(target, id, properties.wire),
        );
        return { outs: outputsAfterWrite(kind, record, properties) };
      });
    },

    async delete(id, props) {
      const properties = parseProperties(kind, props);
      return attempt(`cannot delete the ${describeObject(kind, properties.wire)}`, async () => {
        try {
          await runOperation(kind, await connection(), properties, true, target =>
            remove(target, id, properties.wire),
          );
        } catch (error) {
          // The app itself may be gone, and with it everything in it.
          if (!isGone(error)) throw error;
        }
      });
    },
  };

  async function attempt<T>(headline: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw userError(kind, headline, error);
    }
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
