import { ObjectId } from "bson";
import { type FastifyBaseLogger, type FastifyInstance, fastify } from "fastify";
import { replyToBadPath, replyWithErrors } from "./error-reply";
import { readJsonBodies } from "./json-body";
import { logRequests } from "./request-log";
import { setResponseHeaders } from "./response-headers";

/** Largest accepted body: the documented limit of a function call's arguments. */
const maxBodyBytes = 18 * 1024 * 1024;

/** No route has a schema: bodies are checked by the definitions. Fastify would load its own validator on every start. */
const noSchemas = () => () => {
  throw new Error("routes have no schemas; parse the body in the handler");
};

/** The HTTP application without routes: bodies, headers, errors and log lines are the same for every API of the service. */
export function createHttpApp(options: { log: FastifyBaseLogger; baseUrl: () => string }): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new fastify.LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "request_id",
    }),
    bodyLimit: maxBodyBytes,
    requestIdHeader: false,
    genReqId: () => new ObjectId().toHexString(),
    frameworkErrors: replyToBadPath,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
  });
  setResponseHeaders(app);
  logRequests(app);
  readJsonBodies(app);
  replyWithErrors(app, options.baseUrl);
  return app;
}
