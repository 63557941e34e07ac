import { type Logger, pino } from "pino";

const secretPaths = [
  "authorization",
  "apiKey",
  "password",
  "privateKey",
  "access_token",
  "refresh_token",
  "value",
];

/**
 * Structured log on standard error; fields that hold credentials are replaced by `[secret]`.
 *
 * @param level `silent`, `error`, `warn`, `info` or `debug`
 */
export function createLogger(level: string): Logger {
  const paths = secretPaths.flatMap(name => [name, `*.${name}`, `*.headers.${name}`]);
  return pino(
    { level, base: null, redact: { paths, censor: "[secret]" } },
    pino.destination({ fd: 2, sync: true }),
  );
}
