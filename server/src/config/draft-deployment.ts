import { ApiError } from "../http/api-error";
import { checkChanges } from "./check-changes";
import type { CheckContext } from "./check-context";
import type { Deployment, Scope } from "./config-store";
import { findConflicts } from "./conflicts";
import type { Deployer } from "./deployer";
import { begun, type Deployments, deployment, newDeployment } from "./deployments";
import type { AppDocument, Collections, DeploymentDocument } from "./documents";
import type { Drafts } from "./drafts";
import { FailedDeployment } from "./failed-deployment";
import { issuesText } from "./issue";
import type { ConfigStoreOptions } from "./options";
import { Overlay } from "./overlay";
import { deleteWithChildren } from "./plan-edits";
import type { Source } from "./source";

interface Parts extends Pick<CheckContext, "catalog" | "rules" | "elsewhere"> {
  readonly collections: Collections;
  readonly drafts: Drafts;
  readonly deployments: Deployments;
  readonly deployer: Deployer;
  readonly now: () => number;
  readonly log: ConfigStoreOptions["log"];
}

/** Makes drafts live. */
export class DraftDeployment {
  constructor(private readonly parts: Parts) {}

  /** @throws ApiError `DraftNotFound`, `DraftConflict`, `MaintenanceInProgress` */
  async deploy(scope: Scope, draftId: string, name: string): Promise<Deployment> {
    const { drafts, deployments, deployer, now } = this.parts;
    await drafts.require(scope, draftId);
    const record = newDeployment({ scope, name, draftId, now: now() });
    await deployments.insert(record);
    try {
      const version = await deployer.deploy(scope.appId, (app, base) =>
        this.#prepare(record, draftId, app, base),
      );
      await this.#removeDraft(draftId);
      return deployment({ ...begun(record, version), status: "successful" });
    } catch (cause) {
      if (cause instanceof FailedDeployment)
        return deployment({ ...record, status: "failed", error: cause.message });
      if (cause instanceof ApiError) await deployments.remove(record._id);
      throw cause;
    }
  }

  async #removeDraft(draftId: string): Promise<void> {
    try {
      await this.parts.drafts.remove(draftId);
    } catch (cause) {
      // It is deployed: whoever sees it next removes it.
      this.parts.log.warn({ err: cause, draftId }, "a deployed draft could not be removed");
    }
  }

  async #prepare(record: DeploymentDocument, draftId: string, app: AppDocument, base: Source) {
    const { drafts, deployments } = this.parts;
    const draft = await drafts.freeze(draftId, app);
    try {
      if (!(await deployments.begin(record._id, app.allocated))) throw new ApiError("MaintenanceInProgress");
      const edits = await drafts.load(draft);
      return { changes: await this.#check(app, draft.base, base, edits) };
    } catch (cause) {
      if (cause instanceof FailedDeployment) await deployments.fail(record._id, cause.message);
      if (cause instanceof ApiError) await drafts.thaw(draftId, app.allocated);
      throw cause;
    }
  }

  async #check(app: AppDocument, since: number, base: Source, edits: Overlay): Promise<Overlay> {
    const { collections, catalog, rules, elsewhere } = this.parts;
    const changedSince = await findConflicts(collections, app, since, edits);
    const changes = new Overlay();
    const current = changes.over(base);
    changes.add(edits);
    for (const [, object] of await deletedIn(base, edits))
      await deleteWithChildren(catalog, current, changes, object);
    const issues = await checkChanges({
      catalog,
      rules,
      elsewhere,
      appId: app._id,
      base,
      changes,
      live: true,
    });
    const taken = issues.filter(issue => issue.since !== undefined && issue.since > since);
    const inTheWay = [...changedSince, ...taken.map(issue => issue.object)].map(found =>
      catalog.label(found),
    );
    if (inTheWay.length > 0) throw conflict([...new Set(inTheWay)]);
    if (issues.length > 0) throw new FailedDeployment(issuesText(catalog, issues));
    return changes;
  }
}

async function deletedIn(base: Source, edits: Overlay) {
  const keys = edits.entries().flatMap(([key, object]) => (object ? [] : key));
  return (await base.lookup(keys)).entries();
}

function conflict(labels: readonly string[]): ApiError {
  const text = `the draft conflicts with a deployment made since: ${labels.join(", ")}; discard the draft and apply its changes again`;
  return new ApiError("DraftConflict", text);
}
