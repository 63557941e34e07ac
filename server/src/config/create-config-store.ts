import { JoinedReads } from "../database/joined-reads";
import { BatchedSource } from "./batched-source";
import { checkChanges } from "./check-changes";
import type { ConfigStore, Edit, Scope } from "./config-store";
import { Deployer, firstPlace } from "./deployer";
import { begun, Deployments, newDeployment } from "./deployments";
import { createIndexes, openCollections } from "./documents";
import { DraftDeployment } from "./draft-deployment";
import { diffDraft } from "./draft-diff";
import { DraftView } from "./draft-view";
import { DraftWriter } from "./draft-writer";
import { asDraft, Drafts } from "./drafts";
import { History } from "./history";
import { refusal } from "./issue";
import { KindCatalog } from "./kind-catalog";
import { Leases } from "./lease";
import { ObjectView } from "./object-view";
import type { ConfigStoreOptions } from "./options";
import { planEdits } from "./plan-edits";
import { Redeployment } from "./redeployment";
import { RowSource } from "./row-source";
import { Snapshots } from "./snapshots";
import { terms } from "./terms";

const listedDeployments = 25;

/** Creates the configuration store of a service; several may work on one database. */
export function createConfigStore(options: ConfigStoreOptions): ConfigStore {
  const parts = connect(options);
  const { catalog, collections, drafts, deployments, snapshots } = parts;
  const views = new JoinedReads<ObjectView>();
  const viewOf = (scope: Scope) =>
    views.ask(`${scope.appId}/${scope.userId}`, async () => {
      const { app, open } = await drafts.see(scope);
      const base = new BatchedSource(new RowSource(collections, app));
      if (!open) return new ObjectView(catalog, base);
      return new DraftView(catalog, { open, base, overlay: await drafts.load(open.draft) });
    });
  const deployedView = async (appId: string) => {
    const { version, source } = await snapshots.current(appId);
    return { version, view: new ObjectView(catalog, source), source };
  };
  return {
    initialize: () => createIndexes(collections),
    createApp: appId => createApp(parts, appId),
    deleteApp: appId => deleteApp(parts, appId),
    view: viewOf,
    deployed: async appId => {
      const { version, view } = await deployedView(appId);
      return { version, view };
    },
    apply: async (scope, edits, seen) => {
      const draftId = seen?.draftId ?? (await drafts.find(scope))?.draft._id;
      if (draftId !== undefined && edits.length > 0) {
        const known = seen instanceof DraftView ? seen.seen : undefined;
        return new ObjectView(catalog, await parts.writer.write(scope, draftId, edits, known), draftId);
      }
      if (edits.length > 0) await deployEdits(parts, scope, edits);
      return viewOf(scope);
    },
    createDraft: (scope, mark) => drafts.create(scope, mark),
    getDraft: async scope => {
      const open = await drafts.find(scope);
      return open && asDraft(open.draft);
    },
    discardDraft: (scope, draftId) => drafts.discard(scope, draftId),
    diffDraft: async (scope, draftId) => {
      const { draft, app } = await drafts.require(scope, draftId);
      return diffDraft(catalog, new BatchedSource(new RowSource(collections, app)), await drafts.load(draft));
    },
    deployDraft: (scope, draftId, name) => parts.draftDeployment.deploy(scope, draftId, name),
    listDeployments: async (appId, limit = listedDeployments) =>
      deployments.list(await parts.settledApp(appId), Math.min(limit, listedDeployments)),
    getDeployment: async (appId, id) => deployments.get(await parts.settledApp(appId), id),
    redeploy: (scope, deploymentId) => parts.redeployment.redeploy(scope, deploymentId),
    referrers: async (appId, kind, { id, name }) => {
      const { view, source } = await deployedView(appId);
      const asked = [
        id === undefined ? [] : terms.refersTo(kind, id),
        name === undefined ? [] : terms.refersToName(kind, name),
      ];
      return Promise.all((await source.lookup(asked.flat())).map(object => view.present(object)));
    },
  };
}

type Parts = ReturnType<typeof connect>;

function connect(options: ConfigStoreOptions) {
  const { now, log, rules, elsewhere, leaseMs = 15_000, waitMs = 10_000 } = options;
  const catalog = new KindCatalog(options.kinds);
  const collections = openCollections(options.db);
  const leases = new Leases(collections, { now, leaseMs, waitMs });
  const deployments = new Deployments(collections, now);
  const history = new History(collections, deployments);
  const deployer = new Deployer({ collections, leases, deployments, history, log });
  const recover = (appId: string) => deployer.recover(appId);
  const drafts = new Drafts({ collections, leases, recover, now, waitMs });
  const checks = {
    catalog,
    rules,
    elsewhere,
    collections,
    drafts,
    deployments,
    deployer,
    history,
    now,
    log,
  };
  /** The app, after a deployment that fell silent has been ended. */
  const settledApp = async (appId: string) => {
    const app = await drafts.app(appId);
    if (!leases.hasExpired(app)) return app;
    await recover(appId);
    return drafts.app(appId);
  };
  return {
    ...checks,
    settledApp,
    snapshots: new Snapshots(history, appId => drafts.app(appId)),
    writer: new DraftWriter(checks),
    draftDeployment: new DraftDeployment(checks),
    redeployment: new Redeployment(checks),
  };
}

/** Deploys edits by themselves. */
async function deployEdits(parts: Parts, scope: Scope, edits: readonly Edit[]): Promise<void> {
  const { catalog, rules, elsewhere, deployer, now } = parts;
  await deployer.deploy(scope.appId, async (app, base) => {
    let place = firstPlace(app.allocated);
    const changes = await planEdits({ catalog, source: base, nextOrder: () => place++ }, edits);
    const written = changes.entries().length;
    const issues = await checkChanges({
      catalog,
      rules,
      elsewhere,
      appId: app._id,
      base,
      changes,
      live: true,
    });
    if (issues.length > 0) throw refusal(catalog, issues, written);
    return { changes, record: begun(newDeployment({ scope, now: now() }), app.allocated) };
  });
}

async function createApp({ collections }: Parts, appId: string): Promise<void> {
  const fresh = { version: 0, allocated: 0, fence: 0, lease: null, aborted: [], dirty: false, horizon: 0 };
  await collections.apps.updateOne({ _id: appId }, { $setOnInsert: fresh }, { upsert: true });
}

/** Takes the app away first: a deployment that is under way can then no longer end. */
async function deleteApp({ collections, snapshots }: Parts, appId: string): Promise<void> {
  await collections.apps.deleteOne({ _id: appId });
  snapshots.forget(appId);
  const { rows, drafts, edits, deployments } = collections;
  await Promise.all(
    [rows, drafts, edits, deployments].map(collection => collection.deleteMany({ app: appId })),
  );
}
