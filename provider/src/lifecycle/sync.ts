import type { JsonObject } from "@appstead/sdk";
import { ApiError } from "@appstead/sdk/errors/api-error";
import { ExistingObjectError, ProviderError } from "../errors";
import { asRecord, describeObject, isAlreadyThere, type StoredRecord, type Target } from "./target";

/**
 * Gives an object the settings that it should have.
 *
 * @throws ProviderError when the object is gone
 * @throws ExistingObjectError when another one has its new name
 */
export async function sync(target: Target, id: string, wire: JsonObject): Promise<StoredRecord> {
  const { kind, endpoint, parents, writes } = target;
  try {
    return asRecord(kind, await writes.run(() => endpoint.update(parents, id, wire)));
  } catch (error) {
    if (isAlreadyThere(kind, error)) {
      throw new ExistingObjectError(
        `another ${describeObject(kind, wire)} exists already; choose another name, or free it in an update before this one`,
        { cause: error },
      );
    }
    if (!(error instanceof ApiError) || error.status !== 404 || error.code !== kind.errorCodes.notFound)
      throw error;
    throw new ProviderError(
      `${describeObject(kind, wire)} with id ${id} is gone; it was deleted elsewhere: run \`pulumi refresh\`, then \`pulumi up\` creates it again`,
      { cause: error },
    );
  }
}
