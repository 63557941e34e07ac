import {
  appKind,
  type Client,
  type JsonObject,
  type Kind,
  kinds,
  type Parents,
  parentParameters,
} from "@appstead/sdk";
import { valueAt } from "../acceptance/world";
import type { ResourceSpec } from "../harness/pulumi-stack";

const appId = "<App:app>";
const serviceId = "<DataSource:db>";

/** Settings that {@link smallApp} and {@link editedApp} differ in. */
interface Edition {
  readonly greeting: string;
  readonly secret: string;
  readonly collection: string;
  readonly schedule: string;
  readonly database: string;
  readonly apiKeysOff: boolean;
}

const first: Edition = {
  greeting: "hello",
  secret: "k-1",
  collection: "orders",
  schedule: "0 8 * * *",
  database: "shop",
  apiKeysOff: false,
};

const second: Edition = {
  greeting: "good day",
  secret: "k-2",
  collection: "bills",
  schedule: "0 9 * * *",
  database: "books",
  apiKeysOff: true,
};

/** A program with one resource of many kinds, in three levels below its app. */
export const smallApp = (appName: string): ResourceSpec[] => program(appName, first);

/** The same program after an edit of nearly every resource; the sync configuration has to be replaced. */
export const editedApp = (appName: string): ResourceSpec[] => program(appName, second);

function program(appName: string, edition: Edition): ResourceSpec[] {
  const source = `exports = () => ${JSON.stringify(edition.greeting)};\n`;
  return [
    { kind: "App", name: "app", args: { name: appName } },
    {
      kind: "DataSource",
      name: "db",
      args: { appId, name: "db", type: "mongodb-atlas", config: { clusterName: "Cluster0" } },
    },
    { kind: "Function", name: "greet", args: { appId, name: "greet", private: false, source } },
    { kind: "Secret", name: "key", args: { appId, name: "key", value: edition.secret } },
    {
      kind: "Value",
      name: "carrier",
      args: { appId, name: "carrier", fromSecret: true, value: "key" },
      options: { dependsOn: ["Secret:key"] },
    },
    { kind: "Value", name: "greeting", args: { appId, name: "greeting", value: edition.greeting } },
    ...belowOthers(edition),
    { kind: "AuthProvider", name: "api-key", args: { appId, type: "api-key", disabled: edition.apiKeysOff } },
  ];
}

function belowOthers({ collection, schedule, database }: Edition): ResourceSpec[] {
  return [
    {
      kind: "Rule",
      name: "own",
      args: {
        ...{ appId, serviceId, database: "shop", collection },
        roles: [{ name: "all", applyWhen: {}, read: true }],
      },
    },
    {
      kind: "Trigger",
      name: "daily",
      args: {
        ...{ appId, name: "daily", type: "SCHEDULED", functionId: "<Function:greet>" },
        config: { schedule },
      },
    },
    {
      kind: "SyncConfig",
      name: "sync",
      args: { appId, serviceId, type: "flexible", state: "enabled", databaseName: database },
    },
  ];
}

/** What the service holds of the apps of a name, one line for every object: kind and natural key. */
export async function inventory(client: Client, appName: string): Promise<string[]> {
  const apps = (await client.endpoint(appKind).list({})).filter(app => app.name === appName);
  const lines = await Promise.all(
    apps.map(async app => {
      const listed = kinds.filter(kind => kind.operations.list && parentParameters(kind).length === 1);
      const objects = await Promise.all(listed.map(kind => linesOf(client, kind, { appId: app._id })));
      return [`App ${appName}`, ...objects.flat()];
    }),
  );
  return lines.flat().sort();
}

async function linesOf(client: Client, kind: Kind, parents: Parents): Promise<string[]> {
  const entries: (JsonObject & { _id: string })[] = await client.endpoint(kind).list(parents);
  const lines = entries.map(
    entry => `${kind.name} ${kind.naturalKey.map(path => valueAt(entry, path)).join(".")}`,
  );
  if (kind.name !== "DataSource") return lines;
  const below = kinds.filter(child => parentParameters(child).includes("serviceId"));
  const nested = entries.flatMap(({ _id }) =>
    below.map(child => linesBelow(client, child, { ...parents, serviceId: _id })),
  );
  return [...lines, ...(await Promise.all(nested)).flat()];
}

async function linesBelow(client: Client, kind: Kind, parents: Parents): Promise<string[]> {
  if (kind.operations.list) return linesOf(client, kind, parents);
  const found = await client.endpoint(kind).find(parents, []);
  return found ? [`${kind.name} ${JSON.stringify(valueAt(found, "database_name"))}`] : [];
}

/** What {@link inventory} finds when a program is deployed and nothing else is there. */
export function expectedInventory(specs: readonly ResourceSpec[]): string[] {
  return specs
    .map(({ kind, args }) => {
      if (kind === "SyncConfig") return `SyncConfig ${JSON.stringify(args["databaseName"])}`;
      if (kind === "Rule") return `Rule ${String(args["database"])}.${String(args["collection"])}`;
      return `${kind} ${String(args["name"] ?? args["type"])}`;
    })
    .sort();
}

/** Drafts that the client's user has in the apps of a name. */
export async function openDrafts(client: Client, appName: string): Promise<string[]> {
  const apps = (await client.endpoint(appKind).list({})).filter(app => app.name === appName);
  const drafts = await Promise.all(apps.map(app => client.drafts.list(app._id)));
  return drafts.flat().map(draft => draft._id);
}

/** Deletes the apps of a name with all that is in them. */
export async function removeApps(client: Client, appName: string): Promise<void> {
  const apps = (await client.endpoint(appKind).list({})).filter(app => app.name === appName);
  await Promise.all(apps.map(app => client.endpoint(appKind).delete({}, app._id)));
}
