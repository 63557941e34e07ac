import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, isErrorCode } from "./child-process.mjs";
import { onInterrupt } from "./interrupts.mjs";

/** The holder touches its lock this often ... */
const heartbeatMs = 5000;
/** ... so a lock that was not touched for this long has no holder any more, whatever its process id says. */
const staleMs = 60_000;
const pollMs = 200;

/**
 * Does something while holding a lock file, which one process at a time can have. The lock of a dead process is taken
 * over.
 * @template T
 * @param {string} path
 * @param {{onWait?: (holder: string) => void}} options `onWait` is called once if another process holds it
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withFileLock(path, { onWait }, action) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, host: hostname() });
  let told = false;
  while (!tryCreate(path, mine)) {
    const holder = read(path);
    if (holder === undefined) continue;
    if (isStale(path, holder)) {
      takeAway(path, holder);
      continue;
    }
    if (!told) onWait?.(describe(holder));
    told = true;
    await sleep(pollMs);
  }
  const release = () => {
    if (read(path) === mine) rmSync(path, { force: true });
  };
  const heartbeat = setInterval(() => touch(path), heartbeatMs);
  heartbeat.unref();
  const forget = onInterrupt(release);
  process.once("exit", release);
  try {
    return await action();
  } finally {
    clearInterval(heartbeat);
    process.removeListener("exit", release);
    forget();
    release();
  }
}

/** @param {string} path @param {string} content */
function tryCreate(path, content) {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (isErrorCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** @param {string} path @returns {string | undefined} undefined when nobody holds it */
function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isErrorCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** @param {string} path @param {string} holder */
function isStale(path, holder) {
  const owner = parse(holder);
  if (owner !== undefined && owner.host === hostname() && !isAlive(owner.pid)) return true;
  try {
    return Date.now() - statSync(path).mtimeMs > staleMs;
  } catch (error) {
    if (isErrorCode(error, "ENOENT")) return false;
    throw error;
  }
}

/**
 * Removes a stale lock. Renaming first makes sure that of several who try only one succeeds; should it have caught the
 * fresh lock of another instead, that one goes back.
 * @param {string} path @param {string} holder
 */
function takeAway(path, holder) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isErrorCode(error, "ENOENT")) return;
    throw error;
  }
  const caught = readFileSync(aside, "utf8");
  if (caught !== holder) tryCreate(path, caught);
  rmSync(aside, { force: true });
}

/** @param {string} path */
function touch(path) {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch (error) {
    if (!isErrorCode(error, "ENOENT")) throw error;
  }
}

/** @param {string} holder @returns {{pid: number, host: string} | undefined} undefined while it is being written */
function parse(holder) {
  try {
    const { pid, host } = JSON.parse(holder);
    return typeof pid === "number" && typeof host === "string" ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} holder */
function describe(holder) {
  const owner = parse(holder);
  return owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
}
