import { isJsonObject } from "@appstead/sdk";
import type { FastifyRequest } from "fastify";

/** A parameter of the request's path; `undefined` when the path has none of that name. */
export function pathParameter(request: FastifyRequest, name: string): string | undefined {
  const value = isJsonObject(request.params) ? request.params[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** A parameter that the route's path is known to have. */
export function requiredPathParameter(request: FastifyRequest, name: string): string {
  const value = pathParameter(request, name);
  if (value === undefined) throw new Error(`the route ${request.url} has no parameter ${name}`);
  return value;
}

/** A parameter of the query; the first one when it is repeated. */
export function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const value = isJsonObject(request.query) ? request.query[name] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : undefined;
}
