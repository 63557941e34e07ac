import { z } from "zod";
import type { Kind } from "../definition/kind";
import { AppsteadError } from "../errors/appstead-error";
import { Deployments } from "./deployments";
import { Drafts } from "./drafts";
import { Endpoint, type Sender } from "./endpoint";
import type { CallOptions, ClientOptions } from "./options";
import { parseAnswer } from "./parse-answer";
import type { Session } from "./session";
import { unlessAborted } from "./unless-aborted";

const profileSchema = z.object({
  user_id: z.string(),
  roles: z.array(z.object({ role_name: z.string(), group_id: z.string().nullish() })),
});

/** The user that a key pair belongs to. */
export type Profile = z.output<typeof profileSchema>;

/** Typed client of the Admin API of one service and project. */
export interface Client {
  /** Project of this client: the configured one, else the only one of the key pair. */
  groupId(options?: CallOptions): Promise<string>;
  /** User and roles of the key pair. */
  profile(options?: CallOptions): Promise<Profile>;
  /** Operations of a kind, typed by its definition: `client.endpoint(functionKind)`. */
  endpoint<I extends z.ZodType, O extends z.ZodType>(kind: Kind<I, O>): Endpoint<I, O>;
  readonly drafts: Drafts;
  readonly deployments: Deployments;
}

/**
 * Makes a client. Nothing is sent before the first call.
 *
 * @throws AppsteadError when the url is not an http(s) address
 */
export function createClient(options: ClientOptions): Client {
  if (!/^https?:\/\/[^/]+/.test(options.url) || !URL.canParse(options.url)) {
    throw new AppsteadError(
      `url: ${JSON.stringify(options.url)} is not an http or https address, such as http://127.0.0.1:9090`,
    );
  }
  const { username, password, search, hash } = new URL(options.url);
  if (username || password || search || hash) {
    // Not quoted: it may hold a secret.
    throw new AppsteadError(
      "url: give the base address only, such as http://127.0.0.1:9090, without user, password, query and fragment",
    );
  }
  return new HttpClient(options);
}

class HttpClient implements Client, Sender {
  readonly drafts = new Drafts(this);
  readonly deployments = new Deployments(this);
  #session: Session | undefined;
  #groupId: Promise<string> | undefined;

  constructor(private readonly options: ClientOptions) {}

  send: Sender["send"] = async request => this.#open().send(request);

  groupId({ signal }: CallOptions = {}): Promise<string> {
    if (this.options.groupId) return Promise.resolve(this.options.groupId);
    this.#groupId ??= this.#onlyGroup().catch((error: unknown) => {
      this.#groupId = undefined;
      throw error;
    });
    return unlessAborted(this.#groupId, signal);
  }

  async profile(options: CallOptions = {}): Promise<Profile> {
    const answer = await this.send({ method: "GET", path: "/auth/profile", ...options });
    return parseAnswer(profileSchema, answer.body, "GET", "/auth/profile");
  }

  endpoint<I extends z.ZodType, O extends z.ZodType>(kind: Kind<I, O>): Endpoint<I, O> {
    return new Endpoint(kind, this);
  }

  /** HTTP is loaded with the first request: programs and the service only want the definitions. */
  #open(): Session {
    if (this.#session) return this.#session;
    const { Session: OwnSession }: typeof import("./session") = require("./session");
    const { Transport }: typeof import("./transport") = require("./transport");
    this.#session = new OwnSession(new Transport(this.options), this.options);
    return this.#session;
  }

  async #onlyGroup(): Promise<string> {
    const { roles } = await this.profile();
    const groups = [...new Set(roles.flatMap(role => role.group_id ?? []))];
    const [only] = groups;
    if (only !== undefined && groups.length === 1) return only;
    throw new AppsteadError(
      groups.length === 0
        ? "groupId: the key pair belongs to no project; use another key pair"
        : `groupId: the key pair belongs to several projects (${groups.join(", ")}); say which one`,
    );
  }
}
