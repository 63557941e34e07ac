import type { ConfigObject } from "../config/config-store";
import { ApiError } from "../http/api-error";
import type { AdminParts } from "./admin-parts";
import type { KindHooks } from "./objects/kind-hooks";
import type { SecretDocument } from "./secrets/secret-store";

/** Secrets are kept sealed, outside drafts and deployments; an empty value in an update keeps the value. */
export function secretHooks({ secrets }: Pick<AdminParts, "secrets">): KindHooks {
  return {
    complete: (body, before) =>
      before && !body["value"] ? { ...body, value: before.record["value"] } : body,
    missing: (_operation, id) => new ApiError("SecretNotFound", `secret not found: "${id}"`),
    storage: {
      list: async ({ scope }) => (await secrets.list(scope.appId)).map(secret => toObject(secret)),
      async get({ scope }, id) {
        const found = await secrets.get(scope.appId, id);
        return found && toObject(found, { value: secrets.open(found) });
      },
      async findByIdempotencyKey({ scope }, key) {
        const found = await secrets.findByIdempotencyKey(scope.appId, key);
        return found && toObject(found);
      },
      async put({ scope }, { object, before }) {
        const input = { name: String(object.record["name"]), value: String(object.record["value"]) };
        const stored = before
          ? await secrets.update(scope.appId, object.id, input)
          : await secrets.create(scope.appId, object.id, input, object.idempotencyKey);
        return toObject(stored);
      },
      delete: ({ scope }, id) => secrets.delete(scope.appId, id),
    },
  };
}

function toObject(secret: SecretDocument, sealed: { value?: string } = {}): ConfigObject {
  return {
    kind: "Secret",
    id: secret._id,
    record: { name: secret.name, fingerprint: secret.fingerprint, ...sealed },
    lastModified: secret.last_modified,
    ...(secret.idempotency_key === undefined ? {} : { idempotencyKey: secret.idempotency_key }),
  };
}
