import { availableParallelism } from "node:os";
import type { Client } from "@appstead/sdk";
import { createClient } from "@appstead/sdk/client";
import { systemClock } from "../commit/clock";
import { EngineActivity } from "../commit/engine-activity";
import { GroupCommit } from "../commit/group-commit";
import { isGoneProcess, nameProcess } from "../commit/process-name";
import type { Configuration } from "../configuration/configuration";
import { discardDraftsOnInterrupt } from "./interrupt";
import { ObtainedObjects } from "./obtained-objects";

/** A service as one user sees it. */
export interface Connection {
  readonly client: Client;
  /** The coordinator of an app. */
  groupCommit(appId: string): GroupCommit;
}

/** What all resources of a process share. */
export interface ProcessState {
  readonly activity: EngineActivity;
  /** Which objects resources got in this process. */
  readonly objects: ObtainedObjects;
  connect(configuration: Configuration): Connection;
}

declare global {
  var appsteadProvider1: ProcessState | undefined;
}

/**
 * The state of this process. It hangs on the global object, so that several installed copies of this package still
 * share one draft and one session.
 */
export function processState(): ProcessState {
  globalThis.appsteadProvider1 ??= createProcessState();
  return globalThis.appsteadProvider1;
}

function createProcessState(): ProcessState {
  const activity = new EngineActivity(systemClock);
  const processName = nameProcess();
  const connections = new Map<string, Connection>();
  const coordinators = new Map<string, GroupCommit>();
  discardDraftsOnInterrupt(() => [...coordinators.values()]);

  function coordinator(appId: string, client: Client, { staleDraft, ...rest }: Configuration): GroupCommit {
    // The private key plays no part: drafts belong to the user, whichever key is used.
    const key = JSON.stringify([rest.url, rest.groupId, rest.publicKey, appId]);
    const known = coordinators.get(key);
    if (known) return known;
    const { drafts, deployments } = client;
    const likelyParallelism = Number(process.env["PULUMI_PARALLEL"]) || 4 * availableParallelism();
    const made = new GroupCommit({
      ...{ appId, drafts, deployments, staleDraft, processName, isGoneProcess, activity, likelyParallelism },
      clock: systemClock,
      report: line => process.stderr.write(`appstead: ${line}\n`),
    });
    coordinators.set(key, made);
    return made;
  }

  return {
    activity,
    objects: new ObtainedObjects(),
    connect(configuration) {
      const key = JSON.stringify(configuration);
      const known = connections.get(key);
      if (known) return known;
      const client = createClient(configuration);
      const made: Connection = { client, groupCommit: appId => coordinator(appId, client, configuration) };
      connections.set(key, made);
      return made;
    },
  };
}
