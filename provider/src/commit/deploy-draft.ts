import type { Client, Deployment } from "@appstead/sdk";
import { ApiError } from "@appstead/sdk/errors/api-error";
import { AppsteadError } from "@appstead/sdk/errors/appstead-error";
import { AuthenticationError } from "@appstead/sdk/errors/authentication-error";
import { DeploymentError } from "../errors";
import { wasRefused } from "../lifecycle/writes";
import { type Clock, sleep } from "./clock";
import { changedNothing } from "./refusal";

const firstPollMs = 10;
const maxPollMs = 1_000;
/** The service may be out of reach this long while a deployment is on its way. */
const maxSilenceMs = 60_000;
const maxAttempts = 3;

/** The service's side of a deployment. */
export interface DeployOptions {
  readonly appId: string;
  readonly drafts: Pick<Client["drafts"], "deploy" | "list">;
  readonly deployments: Pick<Client["deployments"], "get" | "list">;
  readonly clock: Clock;
}

/** The draft is not there any more: somebody discarded it. */
export class DraftLostError extends AppsteadError {
  override readonly name: string = "DraftLostError";
}

/**
 * Deploys a draft and waits until it is live.
 *
 * @throws DeploymentError with the service's own message when it is refused
 * @throws DraftLostError when the draft was discarded by somebody else
 */
export async function deployDraft(options: DeployOptions, draftId: string): Promise<void> {
  const started = await start(options, draftId, maxAttempts);
  const ended = await poll(options, started);
  if (ended.status === "failed") {
    const detail = ended.status_error_message || undefined;
    throw new DeploymentError(`${changedNothing}: ${detail ?? "the service gave no reason"}`, { detail });
  }
}

async function start(options: DeployOptions, draftId: string, attempts: number): Promise<Deployment> {
  try {
    return await options.drafts.deploy(options.appId, draftId);
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (wasRefused(error) && !isMissing) throw refused(error);
    // The answer was lost, or an earlier attempt whose answer was lost has used the draft up.
    const found = (await options.deployments.list(options.appId)).find(item => item.draft_id === draftId);
    if (found) return found;
    const isThere = (await options.drafts.list(options.appId)).some(draft => draft._id === draftId);
    if (!isThere) {
      throw new DraftLostError(`draft ${draftId} was discarded by somebody else; run \`pulumi up\` again`, {
        cause: error,
      });
    }
    if (attempts <= 1) throw error;
    return start(options, draftId, attempts - 1);
  }
}

function refused(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  return new DeploymentError(`${changedNothing}: ${error.detail}`, { cause: error, detail: error.detail });
}

async function poll(options: DeployOptions, started: Deployment): Promise<Deployment> {
  const { appId, clock, deployments } = options;
  let current = started;
  let heardAt = clock.now();
  for (let delayMs = 0; isOnItsWay(current); delayMs = Math.min(maxPollMs, delayMs * 2 || firstPollMs)) {
    if (delayMs > 0) await sleep(clock, delayMs);
    try {
      current = await deployments.get(appId, current._id);
      heardAt = clock.now();
    } catch (error) {
      if (error instanceof AuthenticationError || (error instanceof ApiError && error.status < 500))
        throw error;
      if (clock.now() - heardAt < maxSilenceMs) continue;
      throw new DeploymentError(
        `the outcome of deployment ${current._id} is not known, because the service is out of reach; run \`pulumi up\` again`,
        { cause: error },
      );
    }
  }
  return current;
}

function isOnItsWay(deployment: Deployment): boolean {
  return deployment.status === "created" || deployment.status === "pending";
}
