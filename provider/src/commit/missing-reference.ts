import { ApiError } from "@appstead/sdk/errors/api-error";
import { ExistingObjectError, ProviderError } from "../errors";

/** Whether an operation was refused because an object that it points at is not there (yet). */
function isMissingReference(error: unknown): boolean {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 404)) return false;
  return (
    error.code?.endsWith("NotFound") === true &&
    error.code !== "GroupNotFound" &&
    error.code !== "AppNotFound"
  );
}

/** Whether an operation was refused for a reason that another operation of its group may take away. */
export function mayComeRight(error: unknown): boolean {
  return isMissingReference(error) || error instanceof ExistingObjectError;
}

/** The error of an operation whose reference was still missing after the rest of its group had been applied. */
export function missingReferenceError(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isMissingReference(error)) return error;
  return new ProviderError(
    `${error.message}; add dependsOn with the resource that it points at, or pass that resource's id`,
    { cause: error },
  );
}
