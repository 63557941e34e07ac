import type { FastifyInstance } from "fastify";
import type { Service } from "../service";
import { ApiError } from "./api-error";

/** `GET /health` and the version, for load balancers and scripts; both without a token. */
export function registerHealthRoutes(
  app: FastifyInstance,
  service: Pick<Service, "db">,
  version: string,
): void {
  app.get("/health", async () => {
    try {
      await service.db.command({ ping: 1 });
    } catch (cause) {
      throw new ApiError("InternalServerError", "the database does not answer", { status: 503, cause });
    }
    return { status: "ok", version };
  });
  app.get("/api/private/v1.0/version", async () => ({ version }));
}
