import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { ApiError } from "../../http/api-error";
import { PasswordAccounts } from "../../identity/password-accounts";
import { type FunctionReference, readPasswordProvider } from "../../identity/password-provider";
import type { ClientParts } from "../client-parts";
import { appOfPath, argumentList, readBody } from "../client-request";
import { clientErrorOf } from "../runtime/client-error";
import { readResult } from "../runtime/read-result";
import { type RunContext, requestFacts } from "../runtime/run-context";

const email = z.object({ email: z.string() });
const emailAndPassword = email.extend({ password: z.string() });
const token = z.object({ token: z.string(), tokenId: z.string() });
const resetCall = emailAndPassword.extend({ arguments: argumentList });
const reset = token.extend({ password: z.string() });

/** A request below `…/auth/providers/local-userpass` and its success status. */
interface PasswordRoute {
  readonly path: string;
  readonly status: number;
  readonly handle: (accounts: PasswordAccounts, request: FastifyRequest) => Promise<void>;
}

const routes: readonly PasswordRoute[] = [
  {
    path: "register",
    status: 201,
    handle: (accounts, request) => {
      const body = readBody(request, emailAndPassword);
      return accounts.register(body.email, body.password);
    },
  },
  { path: "confirm", status: 200, handle: (accounts, request) => accounts.confirm(readBody(request, token)) },
  {
    path: "confirm/send",
    status: 200,
    handle: (accounts, request) => accounts.sendConfirmation(readBody(request, email).email),
  },
  {
    path: "confirm/call",
    status: 200,
    handle: (accounts, request) => accounts.runConfirmationAgain(readBody(request, email).email),
  },
  {
    path: "reset",
    status: 200,
    handle: (accounts, request) => {
      const { password, ...given } = readBody(request, reset);
      return accounts.reset(given, password);
    },
  },
  {
    path: "reset/send",
    status: 200,
    handle: (accounts, request) => accounts.sendReset(readBody(request, email).email),
  },
  {
    path: "reset/call",
    status: 200,
    handle: (accounts, request) => {
      const body = readBody(request, resetCall);
      return accounts.runReset(body.email, body.password, body.arguments ?? []);
    },
  },
];

/** Registration, confirmation and reset of e-mail addresses with passwords; none needs a token. */
export function registerPasswordRoutes(api: FastifyInstance, parts: ClientParts): void {
  for (const { path, status, handle } of routes) {
    api.post(`/app/:clientAppId/auth/providers/local-userpass/${path}`, async (request, reply) => {
      await handle(await accountsOf(parts, request), request);
      return reply.code(status).send({});
    });
  }
}

async function accountsOf(parts: ClientParts, request: FastifyRequest): Promise<PasswordAccounts> {
  const app = await appOfPath(parts, request);
  const snapshot = await parts.snapshots.get(app._id);
  const provider = await snapshot.enabledProvider("local-userpass");
  if (provider === undefined) {
    throw new ApiError(
      "AuthProviderNotFound",
      "authentication via 'local-userpass' is unsupported: the app has no enabled auth provider of this type",
    );
  }
  const context: RunContext = { app, snapshot, request: requestFacts(request, { service: "", action: "" }) };
  return new PasswordAccounts({
    identity: parts.identity,
    appId: app._id,
    provider: readPasswordProvider(provider.config),
    runFunction: (reference, args) => runByReference(parts, context, reference, args),
  });
}

async function runByReference(
  parts: ClientParts,
  context: RunContext,
  { id, name }: FunctionReference,
  args: readonly unknown[],
): Promise<unknown> {
  const { snapshot } = context;
  const found =
    (id === undefined ? undefined : await snapshot.functionWithId(id)) ??
    (name === undefined ? undefined : await snapshot.functionNamed(name));
  if (found === undefined) {
    throw new ApiError(
      "FunctionNotFound",
      `function not found: '${name ?? id ?? ""}', which the auth provider 'local-userpass' names`,
    );
  }
  try {
    return readResult(await parts.calls.run(context, found, JSON.stringify(args)));
  } catch (cause) {
    throw clientErrorOf(cause).shown;
  }
}
