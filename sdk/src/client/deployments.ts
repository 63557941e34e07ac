import { z } from "zod";
import { type Deployment, deploymentSchema } from "./drafts";
import type { Sender } from "./endpoint";
import { parseAnswer } from "./parse-answer";

/** Deployments of an app (specification 1 §4.2, Deployment). */
export class Deployments {
  constructor(private readonly sender: Sender) {}

  /** The 25 most recent ones, newest first. */
  async list(appId: string): Promise<Deployment[]> {
    const path = await this.#path(appId);
    return parseAnswer(
      z.array(deploymentSchema),
      (await this.sender.send({ method: "GET", path })).body,
      "GET",
      path,
    );
  }

  /** One deployment; `404 DeploymentNotFound` when there is none. */
  async get(appId: string, deploymentId: string): Promise<Deployment> {
    const path = await this.#path(appId, `/${encodeURIComponent(deploymentId)}`);
    return parseAnswer(deploymentSchema, (await this.sender.send({ method: "GET", path })).body, "GET", path);
  }

  /** Deploys the configuration of an earlier deployment again. */
  async redeploy(appId: string, deploymentId: string): Promise<void> {
    await this.sender.send({
      method: "POST",
      path: await this.#path(appId, `/${encodeURIComponent(deploymentId)}/redeploy`),
    });
  }

  async #path(appId: string, rest = ""): Promise<string> {
    return `/groups/${encodeURIComponent(await this.sender.groupId())}/apps/${encodeURIComponent(appId)}/deployments${rest}`;
  }
}
