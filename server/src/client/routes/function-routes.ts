import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppDocument } from "../../admin/apps/app-document";
import { ApiError } from "../../http/api-error";
import type { UserDocument } from "../../identity/identity-documents";
import type { ClientParts } from "../client-parts";
import { admit, argumentList, readBody } from "../client-request";
import { baseEntry } from "../logs/log-entry";
import type { AppFunction } from "../runtime/app-objects";
import { clientErrorOf } from "../runtime/client-error";
import { requestFacts } from "../runtime/run-context";

const callBody = z.object({
  name: z.string().min(1, "must not be empty"),
  arguments: argumentList,
  service: z.string().nullish(),
});

// Longer arguments would make the log larger than what it describes.
const maxLoggedArguments = 64 * 1024;

/** `POST …/functions/call`. */
export function registerFunctionRoutes(api: FastifyInstance, parts: ClientParts): void {
  api.post("/app/:clientAppId/functions/call", async (request, reply) => {
    const startedMs = parts.service.now();
    const { app, user, snapshot } = await admit(parts, request);
    const body = readBody(request, callBody);
    if (body.service) throw refusedServiceCall(body.service, body.name);
    const called = await snapshot.functionNamed(body.name);
    if (called === undefined) throw new ApiError("FunctionNotFound", `function not found: '${body.name}'`);
    const argumentsText = JSON.stringify(body.arguments ?? []);
    const log = logCall(parts, request, { app, user, called, argumentsText, startedMs });
    const context = {
      app,
      snapshot,
      caller: user,
      request: requestFacts(request, { service: "", action: "" }),
    };
    try {
      const { resultText, logs } = await parts.calls.callByClient(context, called, argumentsText);
      log({ status: 200, messages: logs });
      return reply.type("application/json").send(resultText);
    } catch (cause) {
      const error = clientErrorOf(cause);
      log({ status: error.status, messages: error.messages, error: error.message, error_code: error.code });
      throw error.shown;
    }
  });
}

function refusedServiceCall(service: string, action: string): ApiError {
  return new ApiError(
    "BadRequest",
    `cannot call '${action}' of the service '${service}': clients cannot reach data sources in this version of the service; call a function instead`,
  );
}

function logCall(
  parts: ClientParts,
  request: FastifyRequest,
  about: {
    readonly app: AppDocument;
    readonly user: UserDocument;
    readonly called: AppFunction;
    readonly argumentsText: string;
    readonly startedMs: number;
  },
) {
  const { app, user, called, argumentsText } = about;
  return (outcome: { status: number; messages: readonly string[]; error?: string; error_code?: string }) => {
    const isLogged = !called.disable_arg_logs && argumentsText.length <= maxLoggedArguments;
    parts.logs.add({
      ...baseEntry(request, app, "FUNCTION", about.startedMs, parts.service.now()),
      user_id: user._id,
      function_id: called.id,
      function_name: called.name,
      function_call: { name: called.name, ...(isLogged ? { arguments: argumentsText } : {}) },
      ...(app.location === undefined ? {} : { function_call_location: app.location }),
      ...(app.provider_region === undefined ? {} : { function_call_provider_region: app.provider_region }),
      ...outcome,
    });
  };
}
