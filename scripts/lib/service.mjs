import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../../tools/pulumi/child-process.mjs";
import { onInterrupt } from "../../tools/pulumi/interrupts.mjs";
import { files, stateFolder } from "./paths.mjs";
import { processesWith } from "./process-info.mjs";
import { ServiceExit, serviceArguments, startService } from "./service-start.mjs";

const healthTimeoutMs = 2000;
const stopTimeoutMs = 15_000;
const pollMs = 50;

/**
 * What is known of the service that was started last; without a URL it was not ready yet.
 * @typedef {{pid: number, build: string, url?: string}} ServiceRecord
 */

/** @typedef {{url: string, groupId: string, publicKey: string, privateKey: string}} Service */

/** @returns {ServiceRecord | undefined} */
function readRecord() {
  if (!existsSync(files.service)) return undefined;
  try {
    const { pid, build, url } = JSON.parse(readFileSync(files.service, "utf8"));
    return typeof pid === "number" ? { pid, build: String(build), url } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {ServiceRecord} record */
function writeRecord(record) {
  mkdirSync(stateFolder, { recursive: true });
  writeFileSync(files.service, `${JSON.stringify(record)}\n`);
}

/**
 * The running service, if it is ours and answers.
 * @returns {Promise<Service | undefined>}
 */
export async function findService() {
  const record = readRecord();
  if (record?.url === undefined || !(await ownProcesses(record)).includes(record.pid)) return undefined;
  if (!(await isHealthy(record.url))) return undefined;
  return { url: record.url, ...readAdminKey() };
}

/**
 * Uses the running service or starts it. One that runs older code, or does not answer, is replaced. If the caller is
 * interrupted before `keep` is called, a service that was started here is stopped again.
 * @param {{node: string, build: string}} workspace
 * @param {(line: string) => void} log
 * @returns {Promise<Service & {keep: () => void}>}
 */
export async function ensureService({ node, build }, log) {
  const running = await findService();
  const record = readRecord();
  if (running !== undefined && record?.build === build) return { ...running, keep: () => {} };
  if (running !== undefined) log("restarting the service, it was compiled anew ...");
  await stopService();

  const forget = onInterrupt(async () => {
    await stopService();
  });
  const url = await start(node, portOf(record?.url), build);
  log(`service started at ${url}`);
  return { url, ...readAdminKey(), keep: forget };
}

/** @param {string} node @param {string} port the port to keep, "0" for any @param {string} build */
async function start(node, port, build) {
  try {
    const { url } = await startService(node, port, pid => writeRecord({ pid, build }));
    const pid = readRecord()?.pid;
    if (pid !== undefined) writeRecord({ pid, build, url });
    return url;
  } catch (error) {
    rmSync(files.service, { force: true });
    // The port that was kept may belong to another program by now.
    if (error instanceof ServiceExit && port !== "0" && /EADDRINUSE|in use/i.test(error.output))
      return start(node, "0", build);
    throw error;
  }
}

/**
 * Stops the service that was started last, if it still runs, and one that lost its record with the state folder.
 * @returns {Promise<boolean>} whether there was one to stop
 */
export async function stopService() {
  const record = readRecord();
  const pids = await ownProcesses(record);
  await Promise.all(pids.map(stopProcess));
  if (record !== undefined)
    writeFileSync(files.service, `${JSON.stringify({ pid: 0, build: "", url: record.url })}\n`);
  return pids.length > 0;
}

/** @param {number} pid */
async function stopProcess(pid) {
  process.kill(pid, "SIGTERM");
  const deadlineMs = Date.now() + stopTimeoutMs;
  while (isAlive(pid) && Date.now() < deadlineMs) await sleep(pollMs);
  // Its writes are durable, so nothing that it has acknowledged is lost.
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
}

/** @returns {{groupId: string, publicKey: string, privateKey: string}} */
function readAdminKey() {
  const { groupId, publicKey, privateKey } = JSON.parse(readFileSync(files.adminKey, "utf8"));
  return { groupId, publicKey, privateKey };
}

/**
 * The processes that serve this checkout. Where the system does not tell, it is the recorded one if it answers: its id
 * may be somebody else's by now.
 * @param {ServiceRecord | undefined} record
 */
async function ownProcesses(record) {
  const found = await processesWith(`${serviceArguments.join(" ")} `);
  if (found !== undefined) return found;
  const { pid = 0, url } = record ?? {};
  return pid > 0 && isAlive(pid) && url !== undefined && (await isHealthy(url)) ? [pid] : [];
}

/** @param {string} url */
async function isHealthy(url) {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(healthTimeoutMs) });
    /** @type {{status?: unknown}} */
    const body = JSON.parse(await answer.text());
    return answer.ok && body.status === "ok";
  } catch {
    return false;
  }
}

/** @param {string | undefined} url */
function portOf(url) {
  return url === undefined ? "0" : new URL(url).port || "0";
}
