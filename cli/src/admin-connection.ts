import { CommandError, exitCode, usageError } from "./exit-code";
import { readAdminKey } from "./serve/admin-key-file";

/** Options of commands that talk to a running service. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly group?: string;
  readonly keyFile: string;
}

/** A logged-in connection to the Admin API of a running service. */
export interface AdminConnection {
  readonly groupId: string;
  /**
   * @param path below the project
   * @throws CommandError with the service's own message
   */
  request(method: "GET" | "PUT" | "DELETE", path: string, body?: unknown): Promise<unknown>;
}

/**
 * Logs in to the service that options, environment (`APPSTEAD_URL`, `APPSTEAD_GROUP_ID`, `APPSTEAD_PUBLIC_KEY`,
 * `APPSTEAD_PRIVATE_KEY`) and key file name, in this order.
 *
 * @throws CommandError
 */
export async function connectAdmin(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): Promise<AdminConnection> {
  const { url, groupId, publicKey, privateKey } = await settings(options, env);
  const base = `${url.replace(/\/+$/, "")}/api/admin/v3.0`;
  const credentials = { username: publicKey, apiKey: privateKey };
  const login = await send("POST", `${base}/auth/providers/mongodb-cloud/login`, credentials);
  const token = readToken(login);
  return {
    groupId,
    request: (method, path, body) =>
      send(method, `${base}/groups/${encodeURIComponent(groupId)}${path}`, body, token),
  };
}

async function settings(options: ConnectionOptions, env: NodeJS.ProcessEnv) {
  const file = await readAdminKey(options.keyFile);
  const found = {
    url: options.url ?? (env["APPSTEAD_URL"] || file?.url),
    groupId: options.group ?? (env["APPSTEAD_GROUP_ID"] || file?.groupId),
    publicKey: env["APPSTEAD_PUBLIC_KEY"] || file?.publicKey,
    privateKey: env["APPSTEAD_PRIVATE_KEY"] || file?.privateKey,
  };
  const { url, groupId, publicKey, privateKey } = found;
  if (url && groupId && publicKey && privateKey) return { url, groupId, publicKey, privateKey };
  const missing = Object.entries(found).flatMap(([name, value]) => (value ? [] : [name]));
  throw usageError(
    `${missing.join(", ")} not known; set APPSTEAD_URL, APPSTEAD_GROUP_ID, APPSTEAD_PUBLIC_KEY and APPSTEAD_PRIVATE_KEY, or give --key-file (${options.keyFile} does not say)`,
  );
}

async function send(method: string, url: string, body?: unknown, token?: string): Promise<unknown> {
  const response = await reach(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const answer = text === "" ? undefined : parseJson(text);
  if (response.ok) return answer;
  const said = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : undefined;
  const what = typeof said === "string" ? said : `${response.status} ${response.statusText}`;
  throw new CommandError(`the service refused: ${what}`, exitCode.failure);
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    const why = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    const origin = URL.canParse(url) ? new URL(url).origin : url;
    throw new CommandError(
      `cannot reach the service at ${origin}: ${why}; check that it runs`,
      exitCode.failure,
      {
        cause,
      },
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readToken(login: unknown): string {
  if (typeof login === "object" && login !== null && "access_token" in login)
    return String(login.access_token);
  throw new CommandError(
    "the service answered the log-in without a token; check the address",
    exitCode.failure,
  );
}
