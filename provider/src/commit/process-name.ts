import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * Name of this process for the mark of its drafts: `<machine>-<pid>-<random>`. The machine part changes with a reboot
 * and differs between containers, so that processes of the same machine can tell whether one of them is gone.
 */
export function nameProcess(): string {
  return `${machineName()}-${process.pid}-${randomBytes(6).toString("hex")}`;
}

/** Whether the process of that name ran on this machine and is gone, so that its lease need not be waited for. */
export function isGoneProcess(name: string): boolean {
  const [machine, pid] = name.split("-");
  if (machine !== machineName() || !/^\d+$/.test(pid ?? "")) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function machineName(): string {
  const parts = [hostname(), readBootId(), readNamespace()];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);
}

function readBootId(): string {
  return tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
}

function readNamespace(): string {
  return tryRead(() => readlinkSync("/proc/self/ns/pid"));
}

/** Systems without these files are told apart by their host name only. */
function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
