import type { JsonObject } from "@appstead/sdk";
import type { FastifyInstance } from "fastify";
import type { ConfigObject } from "../../config/config-store";
import type { ApiError } from "../../http/api-error";
import type { AdminParts } from "../admin-parts";
import type { ObjectStorage } from "./object-storage";

/** Special behaviour of a kind on the service; everything else follows from its definition. */
export interface KindHooks {
  /** Completes a body that clients may send in a shorter or older form. */
  readonly complete?: (body: JsonObject, before?: ConfigObject) => JsonObject;
  /** @throws ApiError when the object may not be deleted */
  readonly beforeDelete?: (object: ConfigObject) => void;
  /** Where the objects live, if not in the versioned configuration. */
  readonly storage?: ObjectStorage;
  /** The answer when the object is not there. */
  readonly missing?: (operation: "read" | "update" | "delete", id: string) => ApiError;
  /** The answer to a create when a singleton exists. */
  readonly exists?: () => ApiError;
  /** Routes that only this kind has; the instance is behind the admin log-in. */
  readonly routes?: (app: FastifyInstance, parts: AdminParts) => void;
}
