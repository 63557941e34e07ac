import {
  type Client,
  fixtures,
  isJsonObject,
  type JsonObject,
  type Kind,
  kindNamed,
  kinds,
  type Parents,
  parentParameters,
  parseIdOf,
  toArgs,
  variantsOf,
} from "@appstead/sdk";
import type { ResourceSpec } from "../harness/pulumi-stack";

/** Pulumi name of the app that most subjects live in, and of the one for what an app can have only once. */
const mainApp = "main";
const secondApp = "second";
/** Data source that kinds below a service have as their parent. */
const parentService = "mongodb-atlas";

/** A variant of a kind that the acceptance test leads through its life. */
export interface Subject {
  readonly kind: Kind;
  readonly variant: string;
  /** Pulumi name. */
  readonly name: string;
  readonly app: string;
  /** Pulumi name of the data source that it lives under. */
  readonly service: string;
}

/** Every variant of every kind. */
export const subjects: readonly Subject[] = kinds.flatMap((kind: Kind) =>
  variantsOf(kind).map((variant, index) => ({
    kind,
    variant,
    name: variant === "default" ? `${kind.slug}-subject` : `${kind.slug}-${variant}`,
    // Only one data source of an app can be synced.
    app: kind.shape === "section" && index > 0 ? secondApp : mainApp,
    service: kind.shape === "section" && index > 0 ? "second-service" : parentService,
  })),
);

/** The program: apps, what samples refer to, and the subjects with the given inputs. */
export function programOf(inputsOf: (subject: Subject) => JsonObject, adopt = false): ResourceSpec[] {
  return [
    spec(appKind(), mainApp, { name: "main" }, {}, adopt),
    spec(appKind(), secondApp, { name: "second" }, {}, adopt),
    spec(
      dataSourceKind(),
      "second-service",
      { name: "second", type: "mongodb", config: {} },
      { appId: `<App:${secondApp}>` },
      adopt,
    ),
    ...fixtures.map(({ kind, inputs }) => {
      const definition = kindOf(kind);
      return spec(
        definition,
        keyOf(definition, inputs),
        inputs,
        parentsFor(definition, mainApp, parentService),
        adopt,
      );
    }),
    ...subjects.map(subject => {
      const { kind, name, app, service } = subject;
      return spec(kind, name, inputsOf(subject), parentsFor(kind, app, service), adopt);
    }),
  ];
}

/** Sample inputs of a subject. */
export function sampleOf(
  { kind, variant }: Subject,
  which: "minimal" | "full" | "update" | "replace",
): JsonObject {
  const sample = kind.samples[variant]?.[which] ?? kind.samples[variant]?.full;
  if (!isJsonObject(sample)) throw new Error(`${kind.name}: no sample ${which} of ${variant}`);
  return sample;
}

/** Reads what the service holds of a subject, by its natural key. */
export class World {
  constructor(private readonly client: Client) {}

  async parents(subject: Subject): Promise<Parents> {
    if (subject.kind.name === "App") return {};
    const app = await this.client.endpoint(appKind()).find({}, [subject.app]);
    if (!app) throw new Error(`no app ${subject.app} on the service`);
    if (!parentParameters(subject.kind).includes("serviceId")) return { appId: app._id };
    const name = subject.service === "second-service" ? "second" : subject.service;
    const service = await this.client.endpoint(dataSourceKind()).find({ appId: app._id }, [name]);
    if (!service) throw new Error(`no data source ${name} in app ${subject.app}`);
    return { appId: app._id, serviceId: service._id };
  }

  async find(subject: Subject, inputs: JsonObject): Promise<(JsonObject & { _id: string }) | undefined> {
    const key = subject.kind.naturalKey.map(path => valueAt(inputs, path));
    const found = await this.client.endpoint(subject.kind).find(await this.parents(subject), key);
    return found && { ...(found as JsonObject), _id: found._id };
  }

  /** Inputs with placeholders replaced by the ids that the service gave. */
  async resolve(inputs: JsonObject): Promise<JsonObject> {
    const app = await this.client.endpoint(appKind()).find({}, [mainApp]);
    return (await this.#resolveValue(inputs, app?._id ?? "")) as JsonObject;
  }

  async #resolveValue(value: unknown, appId: string): Promise<unknown> {
    if (Array.isArray(value)) return Promise.all(value.map(item => this.#resolveValue(item, appId)));
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(
        async ([key, item]) => [key, await this.#resolveValue(item, appId)] as const,
      );
      return Object.fromEntries(await Promise.all(entries));
    }
    const place = typeof value === "string" ? parseIdOf(value) : undefined;
    if (!place) return value;
    const kind = kindOf(place.kind);
    const found = await this.client.endpoint(kind).find({ appId }, [place.key]);
    if (!found) throw new Error(`no ${place.kind} ${place.key} on the service`);
    return found._id;
  }
}

function kindOf(name: string): Kind {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

const appKind = () => kindOf("App");
const dataSourceKind = () => kindOf("DataSource");

function spec(
  kind: Kind,
  name: string,
  inputs: JsonObject,
  parents: JsonObject,
  adopt: boolean,
): ResourceSpec {
  return {
    kind: kind.name,
    name,
    args: { ...parents, ...toArgs(kind.inputs, inputs), ...(adopt ? { adopt } : {}) },
  };
}

function parentsFor(kind: Kind, app: string, service: string): JsonObject {
  const values: JsonObject = { appId: `<App:${app}>`, serviceId: `<DataSource:${service}>` };
  return Object.fromEntries(parentParameters(kind).map(parameter => [parameter, values[parameter]]));
}

/** Pulumi name of a fixture: the values of its natural key. */
function keyOf(kind: Kind, inputs: JsonObject): string {
  return kind.naturalKey.map(path => String(valueAt(inputs, path))).join(".");
}

/** Value at a dotted path. */
export function valueAt(data: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), data);
}
