import ky, { HTTPError, type KyInstance, TimeoutError as KyTimeoutError, NetworkError } from "ky";
import { isJsonObject } from "../definition/walk";
import { ApiError } from "../errors/api-error";
import { ConnectionError } from "../errors/connection-error";
import { ResponseError } from "../errors/response-error";
import { TimeoutError } from "../errors/timeout-error";
import type { ClientOptions } from "./options";

/** Path of the Admin API below the base address. */
const adminBase = "/api/admin/v3.0";

/** One request of the Admin API. */
export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the Admin API base. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Makes a POST safe to repeat. */
  readonly idempotencyKey?: string;
  /** The request may be repeated although it is a POST without an idempotency key. */
  readonly repeatable?: boolean;
  /** Ask for the whole record in the answer to a write. */
  readonly wantRecord?: boolean;
  readonly signal?: AbortSignal;
}

/** A successful answer. */
export interface Answer {
  readonly status: number;
  /** Parsed JSON; `undefined` when the body is empty. */
  readonly body: unknown;
  /** Whether the service honoured {@link Request.wantRecord}. */
  readonly holdsRecord: boolean;
}

const safeMethods: readonly string[] = ["GET", "PUT", "DELETE"];
const retriedStatuses = [408, 429, 500, 502, 503, 504];
/** Who is told to wait for longer than this gets the answer instead, in milliseconds. */
const maxWaitMs = 30_000;

/** Sends requests, repeats those that are safe to repeat, and turns every failure into an error of this package. */
export class Transport {
  readonly #http: KyInstance;
  readonly #timeoutMs: number;

  constructor(private readonly options: ClientOptions) {
    this.#timeoutMs = options.timeoutMs ?? 30_000;
    this.#http = ky.create({
      prefix: options.url.replace(/\/+$/, "") + adminBase,
      timeout: this.#timeoutMs,
      headers: { accept: "application/json" },
      // A request that is sent on to somebody else would take the key pair or the token along.
      redirect: "manual",
      fetch: fetchWhole,
    });
  }

  /** Sends a request with a token; without one for log-in. */
  async send(request: Request, token?: string): Promise<Answer> {
    const { method, path, query, body } = request;
    try {
      const response = await this.#http(path, {
        method,
        headers: headersOf(request, token),
        ...(query ? { searchParams: query } : {}),
        ...(body === undefined ? {} : { json: body }),
        ...this.#signal(request),
        retry: {
          limit: this.options.retries ?? 3,
          methods: ["get", "put", "delete", "post", "patch"],
          statusCodes: retriedStatuses,
          afterStatusCodes: [429, 503],
          maxRetryAfter: maxWaitMs,
          shouldRetry: ({ error }) => mayRepeat(request, error),
        },
      });
      return {
        status: response.status,
        body: this.#parse(request, response.headers, await response.text()),
        holdsRecord: response.headers.get("preference-applied") === "return=representation",
      };
    } catch (error) {
      throw this.#translate(request, error);
    }
  }

  #parse({ method, path }: Request, headers: Headers, text: string): unknown {
    if (text === "") return undefined;
    try {
      return JSON.parse(text);
    } catch {
      const type = headers.get("content-type") ?? "of unknown type";
      throw new ResponseError(method, path, `the body is ${type}, not JSON`, this.options.url);
    }
  }

  #signal(request: Request): { signal?: AbortSignal } {
    const signals = [this.options.signal, request.signal].filter(signal => signal !== undefined);
    return signals.length > 0 ? { signal: AbortSignal.any(signals) } : {};
  }

  #translate({ method, path }: Request, error: unknown): unknown {
    if (error instanceof HTTPError) return apiError(method, path, error, this.options.url);
    if (error instanceof KyTimeoutError) return new TimeoutError(method, path, this.#timeoutMs);
    if (error instanceof NetworkError || error instanceof TypeError) {
      const code = causeCode(error);
      return new ConnectionError(this.options.url, code ?? "the connection failed", {
        unsent: code === "ECONNREFUSED",
        // Without the request that came between: it holds the token, and the log-in's the private key.
        cause: error.cause,
      });
    }
    return error;
  }
}

function headersOf(request: Request, token: string | undefined): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(request.idempotencyKey === undefined ? {} : { "idempotency-key": request.idempotencyKey }),
    ...(request.wantRecord ? { prefer: "return=representation" } : {}),
  };
}

/** Fetches the whole answer, so that time limit and repetition cover its body too. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

function mayRepeat(request: Request, error: Error): boolean | undefined {
  if (causeCode(error) === "ECONNREFUSED") return true;
  if (error instanceof HTTPError && retryAfterMs(error.response.headers) > maxWaitMs) return false;
  // Turned away before anything was done.
  if (error instanceof HTTPError && error.response.status === 429) return undefined;
  if (safeMethods.includes(request.method) || request.idempotencyKey !== undefined || request.repeatable)
    return undefined;
  return false;
}

/** How long an answer asks to wait; 0 when it does not say. */
function retryAfterMs(headers: Headers): number {
  const text = headers.get("retry-after") ?? "";
  return (/^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()) || 0;
}

/** System error code at the bottom of a chain of causes; errors may come from another realm, so their class says nothing. */
function causeCode(error: unknown): string | undefined {
  if (!isJsonObject(error)) return undefined;
  const { code, cause, errors } = error;
  if (typeof code === "string") return code;
  return causeCode(cause) ?? (Array.isArray(errors) ? causeCode(errors[0]) : undefined);
}

function apiError(method: string, path: string, error: HTTPError, url: string): ApiError | ResponseError {
  const { status, statusText, headers } = error.response;
  if (status >= 300 && status < 400)
    return new ResponseError(method, path, `${status}, a redirect to ${headers.get("location")}`, url);
  const data: unknown = error.data;
  const body = isJsonObject(data) ? data : {};
  const detail = typeof body["error"] === "string" ? body["error"] : undefined;
  if (detail === undefined && status === 404)
    return new ResponseError(method, path, "404 without a reason of the service", url);
  return new ApiError({
    status,
    code: typeof body["error_code"] === "string" ? body["error_code"] : undefined,
    detail: detail ?? (statusText || "request failed"),
    method,
    path,
    requestId: headers.get("x-appservices-request-id") ?? undefined,
  });
}
