import { isJsonObject, type JsonObject } from "@appstead/sdk";
import { ApiError } from "../../http/api-error";

/** @throws ApiError `BadRequest` when the body is not a JSON object */
export function objectBody(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw new ApiError("BadRequest", "the request body must be a JSON object");
}

/** A body that may be left out. */
export function optionalObjectBody(body: unknown): JsonObject {
  return body === undefined || body === null ? {} : objectBody(body);
}
