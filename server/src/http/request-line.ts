/** Fields of the log line of an answered request: never its body, query or headers. */
export function requestLine(answered: {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}) {
  return {
    method: answered.method,
    path: answered.url?.split("?")[0],
    status: answered.status,
    duration_ms: Math.round(answered.durationMs * 10) / 10,
  };
}
