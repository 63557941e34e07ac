import type { Deployment, Draft } from "../../config/config-store";
import type { AppDocument } from "../apps/app-document";
import { presentApp } from "../apps/present-app";

/** A deployment as clients read it (specification 1 §2.10). */
export function presentDeployment(deployment: Deployment, app: AppDocument) {
  return {
    _id: deployment.id,
    name: deployment.name || deployment.id,
    app_id: deployment.appId,
    draft_id: deployment.draftId,
    user_id: deployment.userId,
    deployed_at: deployment.deployedAt,
    origin: deployment.origin,
    commit: "",
    status: deployment.status,
    status_error_message: deployment.statusErrorMessage,
    diff_url: "",
    remote_location: app.location,
  };
}

/**
 * A draft as clients read it, with the mark of the deploy that made it.
 *
 * @param now the service's clock, by which clients judge a lease
 */
export function presentDraft(draft: Draft, app: AppDocument, now: number) {
  const { mark, leaseExpiresAt } = draft;
  return {
    _id: draft.id,
    user_id: draft.userId,
    app: presentApp(app),
    ...(mark && {
      mark: { project: mark.project, stack: mark.stack, process: mark.process, lease_ms: mark.leaseMs },
    }),
    ...(leaseExpiresAt === undefined ? {} : { lease_expires_at: leaseExpiresAt }),
    now,
  };
}
