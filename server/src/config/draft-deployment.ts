import { ApiError } from "../http/api-error";
import { checkChanges } from "./check-changes";
import type { CheckContext } from "./check-context";
import type { Deployment, Scope } from "./config-store";
import { findConflicts } from "./conflicts";
import type { Deployer } from "./deployer";
import { begun, type Deployments, deployment, newDeployment } from "./deployments";
import type { AppDocument, Collections, DeploymentDocument, DraftDocument } from "./documents";
import type { Drafts } from "./drafts";
import { FailedDeployment } from "./failed-deployment";
import { issuesText } from "./issue";
import type { ConfigStoreOptions } from "./options";
import { Overlay } from "./overlay";
import { deleteWithChildren } from "./plan-edits";
import type { Source } from "./source";
import { uniqueTerms } from "./stored-object";

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
    const draft = await drafts.requireDraft(scope, draftId);
    const record = newDeployment({ scope, name, draftId, now: now() });
    const inserted = deployments.insert(record);
    // Heard when the lease is held.
    inserted.catch(() => undefined);
    try {
      const version = await deployer.deploy(scope.appId, async (app, base) => {
        await inserted;
        return this.#prepare(record, draft, app, base);
      });
      await this.#removeDraft(draftId);
      return deployment({ ...begun(record, version), status: "successful" });
    } catch (cause) {
      if (cause instanceof FailedDeployment)
        return deployment({ ...record, status: "failed", error: cause.message });
      if (cause instanceof ApiError) {
        await inserted;
        await deployments.remove(record._id);
      }
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

  /** @param seen the draft as it was before the lease was held */
  async #prepare(record: DeploymentDocument, seen: DraftDocument, app: AppDocument, base: Source) {
    const { drafts, deployments } = this.parts;
    try {
      const [draft, hasBegun] = await Promise.all([
        drafts.freeze(seen._id, app),
        deployments.begin(record._id, app.allocated),
        this.#lookUp(seen, base),
      ]);
      if (!hasBegun) throw new ApiError("MaintenanceInProgress");
      const edits = await drafts.load(draft);
      return { changes: await this.#check(app, draft.base, base, edits) };
    } catch (cause) {
      // Before the lease is given back: afterwards the version passes for one that came into effect.
      if (cause instanceof FailedDeployment) await deployments.fail(record._id, cause.message);
      else if (cause instanceof ApiError) await deployments.remove(record._id);
      if (cause instanceof ApiError) await drafts.thaw(seen._id, app.allocated);
      throw cause;
    }
  }

  /** Asks for what most checks need, so that the source has the answers when the draft is frozen. */
  async #lookUp(seen: DraftDocument, base: Source): Promise<void> {
    const { drafts, catalog } = this.parts;
    const edits = (await drafts.load(seen)).entries();
    await base.lookup(
      edits.flatMap(([key, object]) => [key, ...(object ? uniqueTerms(catalog, object) : [])]),
    );
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
