import { z } from "zod";
import { type Deployment, deploymentSchema } from "./drafts";
import type { Sender } from "./endpoint";
import type { CallOptions } from "./options";
import { parseAnswer } from "./parse-answer";

/** Deployments of an app (specification 1 §4.2, Deployment). */
export class Deployments {
  constructor(private readonly sender: Sender) {}

  /** The 25 most recent ones, newest first. */
  async list(appId: string, options: CallOptions = {}): Promise<Deployment[]> {
    const path = await this.#path(appId, "", options);
    const answer = await this.sender.send({ method: "GET", path, ...options });
    return parseAnswer(z.array(deploymentSchema), answer.body, "GET", path);
  }

  /** One deployment; `404 DeploymentNotFound` when there is none. */
  async get(appId: string, deploymentId: string, options: CallOptions = {}): Promise<Deployment> {
    const path = await this.#path(appId, `/${encodeURIComponent(deploymentId)}`, options);
    const answer = await this.sender.send({ method: "GET", path, ...options });
    return parseAnswer(deploymentSchema, answer.body, "GET", path);
  }

  /** Deploys the configuration of an earlier deployment again. */
  async redeploy(appId: string, deploymentId: string, options: CallOptions = {}): Promise<void> {
    const path = await this.#path(appId, `/${encodeURIComponent(deploymentId)}/redeploy`, options);
    await this.sender.send({ method: "POST", path, ...options });
  }

  async #path(appId: string, rest: string, options: CallOptions): Promise<string> {
    return `/groups/${encodeURIComponent(await this.sender.groupId(options))}/apps/${encodeURIComponent(appId)}/deployments${rest}`;
  }
}
