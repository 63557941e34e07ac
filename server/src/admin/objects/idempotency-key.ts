import type { FastifyRequest } from "fastify";
import { ApiError } from "../../http/api-error";

const maxLength = 255;

/**
 * The `Idempotency-Key` of a create.
 *
 * @throws ApiError `InvalidParameter` when it is too long
 */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return undefined;
  if (key.length <= maxLength) return key;
  throw new ApiError(
    "InvalidParameter",
    `the header Idempotency-Key must be at most ${maxLength} characters long`,
  );
}
