import type { FastifyRequest } from "fastify";
import type { AppDocument } from "../../admin/apps/app-document";
import type { UserDocument } from "../../identity/identity-documents";
import type { AppSnapshot } from "./app-snapshot";

/** On whose behalf and for which request the functions and expressions of an app run. */
export interface RunContext {
  readonly app: AppDocument;
  readonly snapshot: AppSnapshot;
  /** Who asked; without a caller it is the system user. */
  readonly caller?: UserDocument;
  /** `context.request` and `%%request`; absent when no HTTP request started the run. */
  readonly request?: RequestFacts;
}

/** What functions and expressions see of an HTTP request. */
export interface RequestFacts {
  readonly remoteIPAddress: string;
  readonly requestHeaders: Readonly<Record<string, readonly string[]>>;
  readonly httpMethod: string;
  readonly rawQueryString: string;
  readonly httpReferrer: string;
  readonly httpUserAgent?: string;
  readonly service: string;
  readonly action: string;
}

// They hold the caller's credentials, which the author of a function has no need of.
const withheldHeaders = new Set(["authorization", "cookie"]);

/** @param about which part of the app the request addresses */
export function requestFacts(
  request: FastifyRequest,
  about: { service: string; action: string },
): RequestFacts {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || withheldHeaders.has(name) ? [] : [[headerCase(name), [value].flat()] as const],
  );
  const userAgent = request.headers["user-agent"];
  return {
    remoteIPAddress: request.ip,
    requestHeaders: Object.fromEntries(headers),
    httpMethod: request.method,
    rawQueryString: request.url.split("?").slice(1).join("?"),
    httpReferrer: request.headers.referer ?? "",
    ...(userAgent === undefined ? {} : { httpUserAgent: userAgent }),
    ...about,
  };
}

/** `context.user` and `%%user`. */
export function userFacts(caller: UserDocument | undefined): Readonly<Record<string, unknown>> {
  if (caller === undefined) return { type: "system" };
  return {
    id: caller._id,
    type: caller.type,
    data: caller.data,
    custom_data: {},
    identities: caller.identities.map(({ id, provider_type }) => ({
      id,
      provider_type,
      providerType: provider_type,
    })),
  };
}

/** `context.app`. */
export function appFacts(app: AppDocument): Readonly<Record<string, unknown>> {
  return {
    id: app._id,
    clientAppId: app.client_app_id,
    name: app.name,
    projectId: app.group_id,
    deployment: { model: app.deployment_model, providerRegion: app.provider_region ?? "" },
  };
}

/** `context.environment` and `%%environment`. */
export function environmentFacts(app: AppDocument): Readonly<Record<string, unknown>> {
  return { tag: app.environment, values: {} };
}

/** `user-agent` becomes `User-Agent`, as functions were always given them. */
function headerCase(name: string): string {
  return name.replace(
    /(^|-)([a-z])/g,
    (_match, hyphen: string, letter: string) => hyphen + letter.toUpperCase(),
  );
}
