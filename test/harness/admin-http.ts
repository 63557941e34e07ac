import type { TestServer } from "./server-harness";

/** What a service answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed body; `undefined` when it is empty. */
  readonly body: unknown;
}

/** How a request differs from the usual one. */
export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `null` sends no token. Default: the access token of the log-in. */
  readonly token?: string | null;
}

/** Plain HTTP calls of the Admin API: what is sent and what comes back, nothing in between. */
export class AdminHttp {
  constructor(
    private readonly server: TestServer,
    readonly accessToken: string,
    readonly refreshToken: string,
    readonly userId: string,
  ) {}

  /** @param path below `/api/admin/v3.0`; `{groupId}` stands for the project */
  request(method: string, path: string, options: RequestOptions = {}): Promise<HttpAnswer> {
    const token = options.token === undefined ? this.accessToken : options.token;
    return adminRequest(this.server, method, path, { ...options, token });
  }
}

/** One call of the Admin API, without a token unless one is given. */
export async function adminRequest(
  server: TestServer,
  method: string,
  path: string,
  { body, rawBody, headers = {}, token = null }: RequestOptions = {},
): Promise<HttpAnswer> {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${server.url}/api/admin/v3.0${path.replace("{groupId}", server.groupId)}`, {
    method,
    headers: {
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** Logs in with the key pair of the test server. */
export async function logIn(server: TestServer): Promise<AdminHttp> {
  const { body, status } = await adminRequest(server, "POST", "/auth/providers/vendor-cloud/login", {
    body: { username: server.publicKey, apiKey: server.privateKey },
  });
  const tokens = body as { access_token: string; refresh_token: string; user_id: string };
  if (status !== 200) throw new Error(`log-in answered ${status}`);
  return new AdminHttp(server, tokens.access_token, tokens.refresh_token, tokens.user_id);
}

/** `_id` of an answered record. */
export function idOf(answer: HttpAnswer | undefined): string {
  const { _id } = (answer?.body ?? {}) as { _id?: unknown };
  if (typeof _id !== "string") throw new Error(`the answer holds no _id: ${answer?.status} ${answer?.text}`);
  return _id;
}
