/** Base class of every error of this package. Messages never hold secrets. */
export class AppsteadError extends Error {
  override readonly name: string = "AppsteadError";
}
