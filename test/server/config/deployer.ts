/**
 * A deployer in a process of its own that kills or stops itself before its n-th database command.
 * Usage: node deployer.ts <uri> <JSON job>
 */
import { writeSync } from "node:fs";
import { kinds } from "@appstead/sdk";
import { type ConfigStore, createConfigStore } from "@appstead/server/config";
import { MongoClient } from "mongodb";
import type { DeployerJob } from "./deployer-job";

async function main(uri: string, job: DeployerJob): Promise<void> {
  const client = await new MongoClient(uri, { monitorCommands: true }).connect();
  let commands = 0;
  client.on("commandStarted", ({ command }) => {
    // Renewals of the lease come by the clock, not at a place of the deployment.
    if (command["updates"]?.[0]?.u.$set?.["lease.expiresAt"] !== undefined) return;
    commands += 1;
    if (commands !== job.at) return;
    writeSync(1, "reached\n");
    process.kill(process.pid, job.signal);
  });
  const log = { warn: () => undefined };
  const store = createConfigStore({
    db: client.db("service"),
    now: Date.now,
    log,
    kinds,
    leaseMs: job.leaseMs,
  });
  const outcome = await deploy(store, job).catch((error: unknown) => error);
  writeSync(1, `outcome ${outcome}\n`);
  await client.close();
}

async function deploy(store: ConfigStore, job: DeployerJob): Promise<string> {
  if (job.draftId !== undefined) return (await store.deployDraft(job.scope, job.draftId, "")).status;
  if (job.redeploy !== undefined) return (await store.redeploy(job.scope, job.redeploy)).status;
  await store.apply(job.scope, job.edits ?? []);
  return "successful";
}

const [uri = "", text = "{}"] = process.argv.slice(2);
void main(uri, JSON.parse(text));
