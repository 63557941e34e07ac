import type { Deployments } from "./deployments";
import { type AppDocument, type Collections, openEnd, type RowDocument } from "./documents";
import { decodeRow } from "./row-codec";
import { type Pointer, validAt } from "./row-source";
import type { StoredObject } from "./stored-object";
import { objectKey } from "./terms";

/** Deployments that can be deployed again; what older versions alone hold is swept. */
const keptDeployments = 100;
const sweepEveryVersions = 32;

/** What became of each object between two versions; `undefined` when it is not there in the later one. */
export type Difference = ReadonlyMap<string, StoredObject | undefined>;

/** Rows of other versions than the current one. */
export class History {
  constructor(
    private readonly collections: Collections,
    private readonly deployments: Deployments,
  ) {}

  /** Everything that is valid at a version. */
  async all(pointer: Pointer): Promise<StoredObject[]> {
    return (await this.collections.rows.find(validAt(pointer)).toArray()).map(decodeRow);
  }

  /** Objects that a version has and an earlier one has not in the same form, and those that it has no longer. */
  async forward(pointer: Pointer, since: number): Promise<Difference> {
    const { begun, ended } = await this.#changes(pointer, since);
    const changes = new Map<string, StoredObject | undefined>();
    for (const row of ended) changes.set(objectKey(row.object), undefined);
    for (const row of begun) if (isValid(row, pointer)) changes.set(objectKey(row.object), decodeRow(row));
    return changes;
  }

  /** What has to become of objects so that a version looks like an earlier one. */
  async backward(pointer: Pointer, to: number): Promise<Difference> {
    const { begun, ended } = await this.#changes(pointer, to);
    const changes = new Map<string, StoredObject | undefined>();
    for (const row of begun) changes.set(objectKey(row.object), undefined);
    for (const row of ended) if (row.from <= to) changes.set(objectKey(row.object), decodeRow(row));
    return changes;
  }

  /** Removes rows of aborted versions and takes back the ends that they set. */
  async sweepAborted(app: AppDocument): Promise<void> {
    const { _id, aborted } = app;
    const dead = { $in: [...aborted] };
    await this.collections.rows.deleteMany({ app: _id, from: dead });
    const reopen = { $set: { to: openEnd }, $unset: { closed: "" as const } };
    await this.collections.rows.updateMany({ app: _id, closed: dead }, reopen);
    await this.deployments.sweep(app);
  }

  /** Now and then removes rows that no deployment that can be deployed again needs. */
  async sweepOld({ _id, allocated, aborted }: AppDocument): Promise<void> {
    if (allocated % sweepEveryVersions !== 0) return;
    const { apps, rows, deployments } = this.collections;
    const oldest = deployments
      .find({ app: _id, version: { $ne: null } })
      .sort({ order: -1 })
      .skip(keptDeployments - 1);
    const [kept] = await oldest.limit(1).toArray();
    if (kept?.version == null) return;
    await apps.updateOne({ _id }, { $max: { horizon: kept.version } });
    await rows.deleteMany({ app: _id, closed: { $lte: kept.version, $nin: [...aborted] } });
    await deployments.deleteMany({ app: _id, order: { $lt: kept.order } });
  }

  async #changes({ _id, version, aborted }: Pointer, since: number) {
    const span = { $gt: since, $lte: version, $nin: [...aborted] };
    const [begun, ended] = await Promise.all([
      this.collections.rows.find({ app: _id, from: span }).toArray(),
      this.collections.rows.find({ app: _id, closed: span, from: { $nin: [...aborted] } }).toArray(),
    ]);
    return { begun, ended };
  }
}

function isValid({ from, to }: RowDocument, { version, aborted }: Pointer): boolean {
  return from <= version && !aborted.includes(from) && (to > version || aborted.includes(to));
}
