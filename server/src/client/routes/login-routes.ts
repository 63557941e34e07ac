import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppDocument } from "../../admin/apps/app-document";
import { ApiError } from "../../http/api-error";
import type { UserDocument } from "../../identity/identity-documents";
import { type LoginRequest, loginAnonymously, loginWithPassword } from "../../identity/login";
import type { Login } from "../../identity/session-store";
import type { ClientParts } from "../client-parts";
import { appOfPath, callerOf, readBody, requireSameApp, userOf } from "../client-request";
import { baseEntry, type ClientDevice } from "../logs/log-entry";

const loginPath = z.object({ provider: z.string() });
const loginQuery = z.object({ link: z.string().optional() });

// What a client says of its device only serves the log: nothing in it may keep a user from logging in.
const deviceFact = z.string().max(200).optional().catch(undefined);
const deviceSchema = z.object({
  // The web client sends it as Extended JSON.
  deviceId: z
    .union([z.string(), z.object({ $oid: z.string() }).transform(id => id.$oid)])
    .optional()
    .catch(undefined),
  platform: deviceFact,
  platformVersion: deviceFact,
  sdk: deviceFact,
  sdkVersion: deviceFact,
});

const anonymousBody = z.object({
  options: z
    .object({ device: deviceSchema.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const passwordBody = anonymousBody.extend({ username: z.string(), password: z.string() });

/** How a provider's credentials are read and proven; a provider that is not here cannot be used. */
const logins: Readonly<
  Record<string, (parts: ClientParts, request: LoginRequest, raw: FastifyRequest) => Promise<Login>>
> = {
  "anon-user": (parts, request) => loginAnonymously(parts.identity, request),
  "local-userpass": (parts, request, raw) =>
    loginWithPassword(parts.identity, request, readBody(raw, passwordBody)),
};

/** `POST …/auth/providers/{provider}/login`. */
export function registerLoginRoutes(api: FastifyInstance, parts: ClientParts): void {
  api.post("/app/:clientAppId/auth/providers/:provider/login", async request => {
    const app = await appOfPath(parts, request);
    const { provider } = loginPath.parse(request.params);
    const device = readBody(request, anonymousBody).options?.device;
    const startedMs = parts.service.now();
    const log = logLogin(parts, request, { app, provider, device, startedMs });
    try {
      const login = await logIn(parts, request, app, provider, device?.deviceId);
      log({ status: 200, user_id: login.user_id });
      return login;
    } catch (error) {
      if (error instanceof ApiError)
        log({ status: error.status, error: error.message, error_code: error.code });
      throw error;
    }
  });
}

async function logIn(
  parts: ClientParts,
  request: FastifyRequest,
  app: AppDocument,
  type: string,
  deviceId: string | undefined,
): Promise<Login> {
  const snapshot = await parts.snapshots.get(app._id);
  const provider = await snapshot.enabledProvider(type);
  if (provider === undefined) {
    throw new ApiError(
      "AuthProviderNotFound",
      `authentication via '${type}' is unsupported: the app has no enabled auth provider of this type`,
    );
  }
  const login = Object.hasOwn(logins, type) ? logins[type] : undefined;
  if (login === undefined) {
    throw new ApiError(
      "BadRequest",
      `authentication via '${type}' is not available in this version of the service`,
    );
  }
  const linkTo = await userToLink(parts, request, app);
  const known = deviceId !== undefined && /^[0-9a-f]{24}$/.test(deviceId) && !/^0+$/.test(deviceId);
  return login(
    parts,
    {
      app,
      providerId: provider.id,
      ipAddress: request.ip,
      ...(known ? { deviceId } : {}),
      ...(linkTo === undefined ? {} : { linkTo }),
    },
    request,
  );
}

async function userToLink(
  parts: ClientParts,
  request: FastifyRequest,
  app: AppDocument,
): Promise<UserDocument | undefined> {
  if (loginQuery.parse(request.query).link !== "true") return undefined;
  const caller = callerOf(parts, request);
  requireSameApp(caller, app);
  return userOf(parts, caller);
}

function logLogin(
  parts: ClientParts,
  request: FastifyRequest,
  about: {
    readonly app: AppDocument;
    readonly provider: string;
    readonly device: z.output<typeof deviceSchema> | undefined;
    readonly startedMs: number;
  },
) {
  return (outcome: { status: number; user_id?: string; error?: string; error_code?: string }) =>
    parts.logs.add({
      ...baseEntry(request, about.app, "AUTH", about.startedMs, parts.service.now()),
      ...describeDevice(about.device),
      ...outcome,
      auth_event: { type: "login", provider: about.provider },
    });
}

function describeDevice(device: z.output<typeof deviceSchema> | undefined): ClientDevice {
  if (device === undefined) return {};
  return {
    ...(device.platform === undefined ? {} : { platform: device.platform }),
    ...(device.platformVersion === undefined ? {} : { platform_version: device.platformVersion }),
    ...(device.sdk === undefined ? {} : { sdk_name: device.sdk }),
    ...(device.sdkVersion === undefined ? {} : { sdk_version: device.sdkVersion }),
  };
}
