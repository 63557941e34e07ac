import { fixtures, type JsonObject, type Kind, kindNamed, parentParameters, parseIdOf } from "@appstead/sdk";
import { type AdminHttp, logIn } from "../harness/admin-http";
import { startTestServer, type TestServer } from "../harness/server-harness";

/** An app in which the samples of all kinds can be created. */
export interface World {
  readonly server: TestServer;
  readonly admin: AdminHttp;
  readonly appId: string;
  /** Id of the data source that kinds below one are created under. */
  readonly serviceId: string;
  /** Path of a kind's collection in this app. */
  path(kind: Kind): string;
  /** Body of a write: the kind's encoding of inputs, with the ids of this app. */
  body(kind: Kind, inputs: unknown, operation: "create" | "update" | "delete"): JsonObject;
  close(): Promise<void>;
}

let apps = 0;

/** Creates an app. */
export async function createApp(
  admin: AdminHttp,
  body: JsonObject = {},
): Promise<JsonObject & { _id: string }> {
  const answer = await admin.request("POST", "/groups/{groupId}/apps", {
    body: { name: `app${++apps}`, ...body },
  });
  if (answer.status !== 201) throw new Error(`the app was not created: ${answer.status} ${answer.text}`);
  return answer.body as JsonObject & { _id: string };
}

/** Starts a service with an app that holds everything samples refer to. */
export async function createWorld(): Promise<World> {
  const server = await startTestServer();
  const admin = await logIn(server);
  const { _id: appId } = await createApp(admin);
  const ids = new Map<string, string>();
  for (const { kind, inputs } of fixtures) {
    const definition = kindNamed(kind);
    if (!definition) throw new Error(`the fixtures hold the unknown kind ${kind}`);
    const path = pathOf(definition, appId, "");
    const answer = await admin.request("POST", path, { body: inputs });
    if (answer.status >= 300) throw new Error(`${kind}: ${answer.status} ${answer.text}`);
    ids.set(`${kind}:${String(inputs["name"])}`, (answer.body as { _id: string })._id);
  }
  const serviceId = ids.get("DataSource:mongodb-atlas") ?? "";
  return {
    server,
    admin,
    appId,
    serviceId,
    path: kind => pathOf(kind, appId, serviceId),
    body: (kind, inputs, operation) => {
      const resolved = resolveIds(inputs, ids);
      return (kind.encode ? kind.encode(resolved, operation) : resolved) as JsonObject;
    },
    close: () => server.close(),
  };
}

function pathOf(kind: Kind, appId: string, serviceId: string): string {
  const values: Record<string, string> = { appId, serviceId };
  return parentParameters(kind).reduce(
    (path, name) => path.replace(`{${name}}`, values[name] ?? ""),
    kind.path,
  );
}

function resolveIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(item => resolveIds(item, ids));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveIds(item, ids)]));
  }
  const reference = typeof value === "string" ? parseIdOf(value) : undefined;
  if (!reference) return value;
  const id = ids.get(`${reference.kind}:${reference.key}`);
  if (id === undefined) throw new Error(`no fixture ${reference.kind} "${reference.key}"`);
  return id;
}
