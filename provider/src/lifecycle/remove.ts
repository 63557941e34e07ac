import type { JsonObject } from "@appstead/sdk";
import { ApiError } from "@appstead/sdk/errors/api-error";
import type { Target } from "./target";

/** Removes an object; one that is gone already is fine. Objects that every app has are disabled instead. */
export async function remove(target: Target, id: string, wire: JsonObject): Promise<void> {
  const { kind, endpoint, parents, writes } = target;
  try {
    await writes.run<unknown>(() =>
      kind.preexisting?.(wire)
        ? endpoint.disable(parents, id)
        : endpoint.delete(parents, id, kind.shape === "section" ? { inputs: wire } : {}),
    );
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether the object, or an app or data source that it lived in, is not there. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.code !== "GroupNotFound";
}
