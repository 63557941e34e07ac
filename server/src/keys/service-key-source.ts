import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ServiceKeyError } from "./service-key-error";

const keyBytes = 32;

/** Name of the file in the data folder that holds the service key. */
export const serviceKeyFile = "service.key";

/** Environment variable that holds the service key. */
export const serviceKeyVariable = "APPSTEAD_SERVICE_KEY";

/**
 * Reads the service key: from the environment, else from the data folder.
 *
 * @returns undefined when there is none in either place
 * @throws ServiceKeyError when there is one that is not 32 bytes in base64, or cannot be read
 */
export async function findServiceKey(
  env: NodeJS.ProcessEnv,
  dataDir: string | undefined,
): Promise<Buffer | undefined> {
  const fromEnvironment = env[serviceKeyVariable];
  if (fromEnvironment !== undefined && fromEnvironment !== "") {
    return parseKey(fromEnvironment, `the environment variable ${serviceKeyVariable}`);
  }
  return dataDir === undefined ? undefined : readKeyFile(join(dataDir, serviceKeyFile));
}

/** Makes a new random key; keeps it in the data folder (0600) when there is one. */
export async function createServiceKey(dataDir: string | undefined): Promise<Buffer> {
  const key = randomBytes(keyBytes);
  if (dataDir === undefined) return key;
  const path = join(dataDir, serviceKeyFile);
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    // With a database elsewhere nothing else has made the folder yet.
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeDurably(temporary, `${key.toString("base64")}\n`);
    // A link, unlike a rename, never replaces the key that another process made meanwhile.
    await link(temporary, path);
    return key;
  } catch (cause) {
    if (!hasCode(cause, "EEXIST")) throw unusable(path, "cannot be written", cause);
    return (await readKeyFile(path)) ?? createServiceKey(dataDir);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function readKeyFile(path: string): Promise<Buffer | undefined> {
  try {
    return parseKey(await readFile(path, "utf8"), path);
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) return undefined;
    throw cause instanceof ServiceKeyError ? cause : unusable(path, "cannot be read", cause);
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function parseKey(text: string, where: string): Buffer {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, "base64");
  if (key.length === keyBytes && /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return key;
  throw unusable(where, `must be ${keyBytes} random bytes in base64 (\`openssl rand -base64 ${keyBytes}\`)`);
}

function unusable(where: string, why: string, cause?: unknown): ServiceKeyError {
  const detail = cause instanceof Error ? `: ${cause.message}` : "";
  return new ServiceKeyError(`service key unusable: ${where} ${why}${detail}`, { cause });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
