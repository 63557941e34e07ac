/** The service key is missing, unreadable, or not the one that the database's contents were written under. */
export class ServiceKeyError extends Error {
  override readonly name = "ServiceKeyError";
}
