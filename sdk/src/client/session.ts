import { z } from "zod";
import { ApiError } from "../errors/api-error";
import { AuthenticationError } from "../errors/authentication-error";
import { ResponseError } from "../errors/response-error";
import type { ClientOptions } from "./options";
import { parseAnswer } from "./parse-answer";
import type { Answer, Request, Transport } from "./transport";
import { unlessAborted } from "./unless-aborted";

const loginPath = "/auth/providers/vendor-cloud/login";
const loginAnswer = z.object({ access_token: z.string(), refresh_token: z.string() });
const refreshAnswer = z.object({ access_token: z.string() });
const tokenClaims = z.object({ exp: z.number(), iat: z.number().optional() });

/** Lifetime of an access token that does not say its own, in milliseconds (specification 1 §5). */
const accessLifetimeMs = 30 * 60_000;
/** Statuses of a log-in that the service does not accept. */
const refusals = [400, 401, 403];
/** A token is refreshed this long before its end. */
const marginMs = 60_000;

interface AccessToken {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Keeps one access token for all concurrent calls: logs in, refreshes ahead of expiry, logs in again when that fails. */
export class Session {
  #access: AccessToken | undefined;
  #refreshToken: string | undefined;
  #renewal: Promise<AccessToken> | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly options: ClientOptions,
    private readonly now: () => number = Date.now,
  ) {}

  /** Sends a request with the shared token; renews the token once when the service answers 401. */
  async send(request: Request): Promise<Answer> {
    request.signal?.throwIfAborted();
    const token = await unlessAborted(this.#token(), request.signal);
    try {
      return await this.transport.send(request, token.text);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      if (this.#access === token) this.#access = undefined;
      const renewed = await unlessAborted(this.#token(), request.signal);
      return this.transport.send(request, renewed.text);
    }
  }

  async #token(): Promise<AccessToken> {
    if (this.#access && this.#access.expiresAt - marginMs > this.now()) return this.#access;
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(): Promise<AccessToken> {
    const text = (await this.#refresh()) ?? (await this.#login());
    this.#access = { text, expiresAt: expiryOf(text, this.now()) ?? this.now() + accessLifetimeMs };
    return this.#access;
  }

  async #refresh(): Promise<string | undefined> {
    if (this.#refreshToken === undefined) return undefined;
    const request: Request = { method: "POST", path: "/auth/session", repeatable: true };
    try {
      const answer = await this.transport.send(request, this.#refreshToken);
      return parseAnswer(refreshAnswer, answer.body, request.method, request.path).access_token;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      this.#refreshToken = undefined;
      return undefined;
    }
  }

  async #login(): Promise<string> {
    const { url, publicKey, privateKey } = this.options;
    const body = { username: publicKey, apiKey: privateKey };
    const answer = await this.transport
      .send({ method: "POST", path: loginPath, body, repeatable: true })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (refusals.includes(error.status)) throw new AuthenticationError(url, error.status, error.detail);
        // Every service has a log-in: something else must be answering.
        if (error.status < 500 && error.status !== 429)
          throw new ResponseError("POST", loginPath, `${error.status} ${error.detail}`, url);
        throw error;
      });
    const parsed = loginAnswer.safeParse(answer.body);
    if (!parsed.success) {
      throw new ResponseError("POST", loginPath, "no tokens in the answer to the log-in", url);
    }
    this.#refreshToken = parsed.data.refresh_token;
    return parsed.data.access_token;
  }
}

/**
 * End of a JWT's life by our clock, in milliseconds since the epoch; `undefined` for tokens of another form. How long it
 * lives counts from now where the token says when it was made: the service's clock may go otherwise.
 */
function expiryOf(token: string, nowMs: number): number | undefined {
  const payload = token.split(".")[1];
  if (payload === undefined) return undefined;
  try {
    const { exp, iat } = tokenClaims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
    return iat === undefined ? exp * 1000 : nowMs + (exp - iat) * 1000;
  } catch {
    return undefined;
  }
}
