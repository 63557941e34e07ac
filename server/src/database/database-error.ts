/** The service's database, or the one behind a cluster, cannot be used. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}
