import type { FastifyRequest } from "fastify";
import { ObjectId } from "mongodb";
import type { AppDocument } from "../../admin/apps/app-document";

/** What a client said of itself when it logged in; kept with the session for the log. */
export interface ClientDevice {
  readonly platform?: string;
  readonly platform_version?: string;
  readonly sdk_name?: string;
  readonly sdk_version?: string;
}

/** Entry of an app's log, in the collection `logs`. */
export interface LogEntry extends ClientDevice {
  readonly _id: string;
  /** Id that the response to the request carried. */
  readonly co_id: string;
  readonly type: string;
  readonly group_id: string;
  readonly app_id: string;
  readonly domain_id: string;
  /** Path only: a query may hold a token. */
  readonly request_url: string;
  readonly request_method: string;
  readonly started: Date;
  readonly completed: Date;
  readonly remote_ip_address: string;
  readonly status: number;
  readonly user_id?: string;
  /** Present when the request failed. */
  readonly error?: string;
  readonly error_code?: string;
  readonly auth_event?: { readonly type: string; readonly provider: string };
  /** Arguments are canonical Extended JSON text, so that no argument can make an entry impossible to store. */
  readonly function_call?: { readonly name: string; readonly arguments?: string };
  readonly function_id?: string;
  readonly function_name?: string;
  readonly function_call_location?: string;
  readonly function_call_provider_region?: string;
  /** Console lines. */
  readonly messages?: readonly string[];
}

/** The part of an entry that every request of an app has. */
export function baseEntry(
  request: FastifyRequest,
  app: AppDocument,
  type: string,
  startedMs: number,
  completedMs: number,
) {
  return {
    _id: new ObjectId().toHexString(),
    co_id: request.id,
    type,
    group_id: app.group_id,
    app_id: app._id,
    domain_id: app.domain_id,
    request_url: request.url.split("?")[0] ?? "",
    request_method: request.method,
    started: new Date(startedMs),
    completed: new Date(completedMs),
    remote_ip_address: request.ip,
  };
}
