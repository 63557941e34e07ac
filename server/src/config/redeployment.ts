import { ApiError } from "../http/api-error";
import { checkChanges } from "./check-changes";
import type { CheckContext } from "./check-context";
import type { Deployment, Scope } from "./config-store";
import type { Deployer } from "./deployer";
import { begun, type Deployments, deployment, newDeployment } from "./deployments";
import type { AppDocument, DeploymentDocument } from "./documents";
import type { Drafts } from "./drafts";
import { FailedDeployment } from "./failed-deployment";
import type { History } from "./history";
import { issuesText } from "./issue";
import { Overlay } from "./overlay";
import type { Source } from "./source";
import { storedObject } from "./stored-object";

interface Parts extends Pick<CheckContext, "catalog" | "rules" | "elsewhere"> {
  readonly drafts: Drafts;
  readonly deployments: Deployments;
  readonly deployer: Deployer;
  readonly history: History;
  readonly now: () => number;
}

/** Makes the configuration of an earlier deployment live again, as a new version that holds the difference. */
export class Redeployment {
  constructor(private readonly parts: Parts) {}

  /** @throws ApiError `DeploymentNotFound`, `BadRequest` for a deployment that failed, `MaintenanceInProgress` */
  async redeploy(scope: Scope, deploymentId: string): Promise<Deployment> {
    const { drafts, deployments, deployer, now } = this.parts;
    const earlier = await deployments.get(await drafts.app(scope.appId), deploymentId);
    if (!earlier) throw new ApiError("DeploymentNotFound");
    const { version } = earlier;
    if (version === undefined)
      throw new ApiError(
        "BadRequest",
        `deployment ${deploymentId} is ${earlier.status}; only a successful one can be deployed again`,
      );
    const record = newDeployment({ scope, now: now() });
    try {
      const made = await deployer.deploy(scope.appId, async (app, base) => {
        const changes = await this.#restore(app, base, version, record);
        return { changes, record: begun(record, app.allocated) };
      });
      return deployment({ ...begun(record, made), status: "successful" });
    } catch (cause) {
      if (cause instanceof FailedDeployment)
        return deployment({ ...record, status: "failed", error: cause.message });
      throw cause;
    }
  }

  async #restore(
    app: AppDocument,
    base: Source,
    version: number,
    record: DeploymentDocument,
  ): Promise<Overlay> {
    const { catalog, rules, elsewhere, history, deployments, now } = this.parts;
    if (app.horizon > version) throw new ApiError("DeploymentNotFound");
    const changes = new Overlay();
    const lastModified = Math.floor(now() / 1000);
    for (const [key, object] of await history.backward(app, version)) {
      if (object) changes.put(storedObject(catalog, { ...object, lastModified }));
      else changes.delete(key);
    }
    const issues = await checkChanges({
      catalog,
      rules,
      elsewhere,
      appId: app._id,
      base,
      changes,
      live: true,
    });
    if (issues.length === 0) return changes;
    const error = issuesText(catalog, issues);
    await deployments.insert({ ...record, status: "failed", error, order: app.allocated });
    throw new FailedDeployment(error);
  }
}
