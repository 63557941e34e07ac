import { type AdminHttp, type HttpAnswer, logIn } from "../../harness/admin-http";
import type { TestServer } from "../../harness/server-harness";

/** Tokens of a logged-in user. */
export interface Session {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user_id: string;
  readonly device_id: string;
}

/** What one client request differs in. */
interface ClientRequest {
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const clientBase = "/api/client/v2.0";
let made = 0;

/** An app of a test, as its administrator and its clients see it. */
export class ClientApp {
  private constructor(
    readonly server: TestServer,
    readonly admin: AdminHttp,
    readonly appId: string,
    readonly clientAppId: string,
    readonly domainId: string,
  ) {}

  /** Makes a fresh app. */
  static async create(server: TestServer): Promise<ClientApp> {
    const admin = await logIn(server);
    const { status, body } = await admin.request("POST", "/groups/{groupId}/apps", {
      body: { name: `shop-${++made}` },
    });
    if (status !== 201) throw new Error(`the app was answered with ${status} ${JSON.stringify(body)}`);
    const app = body as { _id: string; client_app_id: string; domain_id: string };
    return new ClientApp(server, admin, app._id, app.client_app_id, app.domain_id);
  }

  /** Creates an object of the app's configuration and gives its id. */
  async add(collection: string, record: Readonly<Record<string, unknown>>): Promise<string> {
    const { status, body } = await this.configure("POST", collection, record);
    if (status !== 201) throw new Error(`${collection} was answered with ${status} ${JSON.stringify(body)}`);
    return (body as { _id: string })._id;
  }

  /** @param path below the app */
  configure(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return this.admin.request(method, `/groups/{groupId}/apps/${this.appId}/${path}`, { body });
  }

  addFunction(name: string, source: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return this.add("functions", { name, private: false, source, ...more });
  }

  /** Enables anonymous log-in. */
  allowAnonymous(): Promise<string> {
    return this.add("auth_providers", { type: "anon-user" });
  }

  /** Enables log-in by e-mail and password; addresses are confirmed at once unless the configuration says otherwise. */
  allowPasswords(config: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const whole = { autoConfirm: true, resetPasswordUrl: "https://shop.test/reset", ...config };
    return this.add("auth_providers", { type: "local-userpass", config: whole });
  }

  /** @param path below the client API; `{app}` stands for the part that names the app */
  async request(method: string, path: string, request: ClientRequest = {}): Promise<HttpAnswer> {
    const { body, token, headers = {} } = request;
    const sent = request.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(
      `${this.server.url}${clientBase}${path.replace("{app}", `/app/${this.clientAppId}`)}`,
      {
        method,
        headers: {
          ...(sent === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      },
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json";
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  /** @param path below the e-mail/password provider, for example `register` */
  password(path: string, body: unknown): Promise<HttpAnswer> {
    return this.request("POST", `{app}/auth/providers/local-userpass/${path}`, { body });
  }

  login(
    provider: string,
    body?: unknown,
    more: ClientRequest & { query?: string } = {},
  ): Promise<HttpAnswer> {
    return this.request("POST", `{app}/auth/providers/${provider}/login${more.query ?? ""}`, {
      body,
      ...more,
    });
  }

  /** Logs in anonymously. */
  async anonymous(): Promise<Session> {
    return session(await this.login("anon-user", {}));
  }

  /** Registers an address and logs in with it. */
  async registered(email: string, password = "correct horse"): Promise<Session> {
    const { status, text } = await this.password("register", { email, password });
    if (status !== 201) throw new Error(`the registration was answered with ${status} ${text}`);
    return session(await this.login("local-userpass", { username: email, password }));
  }

  call(token: string, name: string, ...args: unknown[]): Promise<HttpAnswer> {
    return this.request("POST", "{app}/functions/call", { token, body: { name, arguments: args } });
  }
}

/** The session of a successful log-in. */
export function session({ status, text, body }: HttpAnswer): Session {
  if (status !== 200) throw new Error(`the log-in was answered with ${status} ${text}`);
  return body as Session;
}

/** Claims of a token, unchecked. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
}
