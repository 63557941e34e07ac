import { ApiError } from "../http/api-error";
import type { KindHooks } from "./objects/kind-hooks";

const text = (status: number, message: string) =>
  new ApiError("BadRequest", message, { status, omitCode: true });

/** The texts of default rules carry no code, and differ by operation. */
export const defaultRuleHooks: KindHooks = {
  complete(body, before) {
    if (before && body["_id"] !== undefined && body["_id"] !== before.id) {
      throw text(400, "service default rule id mismatch");
    }
    return body;
  },
  missing: operation =>
    ({
      read: text(404, "default rule does not exist on service"),
      update: text(400, "default rule does not exist"),
      delete: text(404, "default rule does not exist for app service"),
    })[operation],
  exists: () => text(400, "default rule already exists"),
};
