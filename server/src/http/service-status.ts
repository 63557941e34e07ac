import type { Db } from "mongodb";
import { serviceVersion } from "../service-version";
import { ApiError } from "./api-error";

/** Answers of the paths that tell load balancers and scripts whether and in which version the service runs; all without a token. */
export function serviceStatus(db: Db): ReadonlyMap<string, () => Promise<object>> {
  return new Map([
    ["/health", () => health(db)],
    ["/api/private/v1.0/version", async () => ({ version: serviceVersion })],
  ]);
}

async function health(db: Db): Promise<object> {
  try {
    await db.command({ ping: 1 });
  } catch (cause) {
    throw new ApiError("InternalServerError", "the database does not answer", { status: 503, cause });
  }
  return { status: "ok", version: serviceVersion };
}
