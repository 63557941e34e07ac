import { kindNamed } from "@appstead/sdk";
import { ApiError } from "../http/api-error";
import type { KindHooks } from "./objects/kind-hooks";

/** A provider that every app has can only be disabled. */
export const authProviderHooks: KindHooks = {
  beforeDelete(provider) {
    if (!kindNamed("AuthProvider")?.preexisting?.(provider.record)) return;
    const name = String(provider.record["name"]);
    throw new ApiError(
      "BadRequest",
      `the auth provider "${name}" belongs to every app and cannot be deleted; disable it instead`,
    );
  },
};
