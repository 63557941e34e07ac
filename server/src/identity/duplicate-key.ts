/** Whether a write failed because another document has the same unique key. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === 11000;
}
