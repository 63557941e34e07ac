import type { ConfigObject, ConfigStore, Edit, Scope } from "@appstead/server/config";
import { type ConfigDatabase, openConfigDatabase, put, remove, value } from "./config-harness";

type Content = ReadonlyMap<string, unknown>;

/** The store as it should be: whole copies of the configuration. */
interface Model {
  live: Content;
  readonly drafts: Map<
    string,
    { id: string; touched: Set<string>; edits: Map<string, unknown>; dirty: Set<string> }
  >;
  readonly history: { id: string; content: Content }[];
}

let database: ConfigDatabase;
beforeAll(async () => {
  database = await openConfigDatabase();
});
afterAll(() => database.close());

const users = ["ann", "bob", "eve"];
const gone = Symbol("gone");

/** Small generator, so that a failing run can be repeated by its seed. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Run {
  readonly model: Model = { live: new Map(), drafts: new Map(), history: [] };
  readonly objects: ConfigObject[] = Array.from({ length: 8 }, (_, i) => value(`v${i}`));
  counter = 0;

  constructor(
    readonly stores: readonly ConfigStore[],
    readonly app: Scope,
    readonly next: (below: number) => number,
  ) {}

  pick<T>(items: readonly T[]): T {
    const item = items[this.next(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  scope(user: string): Scope {
    return { ...this.app, userId: user };
  }

  seenBy(user: string): Map<string, unknown> {
    const seen = new Map(this.model.live);
    for (const [id, content] of this.model.drafts.get(user)?.edits ?? []) {
      if (content === gone) seen.delete(id);
      else seen.set(id, content);
    }
    return seen;
  }

  setLive(live: Content): void {
    const ids = new Set([...live.keys(), ...this.model.live.keys()]);
    const changed = [...ids].filter(id => live.get(id) !== this.model.live.get(id));
    for (const draft of this.model.drafts.values()) for (const id of changed) draft.touched.add(id);
    this.model.live = live;
  }

  async edit(user: string): Promise<void> {
    const seen = this.seenBy(user);
    const edits: Edit[] = [];
    const after = new Map<string, unknown>();
    for (let i = this.next(3); i >= 0; i--) {
      const target = this.pick(this.objects);
      if (after.has(target.id)) continue;
      if (seen.has(target.id) && this.next(3) === 0) {
        edits.push(remove(target));
        after.set(target.id, gone);
      } else {
        const content = ++this.counter;
        edits.push(put({ ...target, record: { ...target.record, value: content } }));
        after.set(target.id, content);
      }
    }
    await this.pick(this.stores).apply(this.scope(user), edits);
    const draft = this.model.drafts.get(user);
    if (draft) for (const [id, content] of after) draft.edits.set(id, content);
    else await this.wentLive(after);
  }

  async wentLive(changes: ReadonlyMap<string, unknown>): Promise<void> {
    const live = new Map(this.model.live);
    for (const [id, content] of changes) if (content === gone) live.delete(id);
    for (const [id, content] of changes) if (content !== gone) live.set(id, content);
    this.setLive(live);
    await this.record();
  }

  async record(): Promise<void> {
    const [head] = await this.pick(this.stores).listDeployments(this.app.appId, 1);
    this.model.history.push({ id: head?.id ?? "", content: this.model.live });
  }

  async draft(user: string): Promise<void> {
    const open = this.model.drafts.get(user);
    const store = this.pick(this.stores);
    if (!open) {
      const { id } = await store.createDraft(this.scope(user));
      this.model.drafts.set(user, { id, touched: new Set(), edits: new Map(), dirty: new Set() });
      return;
    }
    if (this.next(4) === 0) {
      await store.discardDraft(this.scope(user), open.id);
      this.model.drafts.delete(user);
      return;
    }
    const conflict = [...open.edits.keys()].some(id => open.touched.has(id));
    const deployed = store.deployDraft(this.scope(user), open.id, "");
    if (conflict) return expect(deployed).rejects.toMatchObject({ code: "DraftConflict" });
    expect(await deployed).toMatchObject({ status: "successful" });
    this.model.drafts.delete(user);
    await this.wentLive(open.edits);
  }

  async redeploy(): Promise<void> {
    if (this.model.history.length === 0) return;
    const earlier = this.pick(this.model.history);
    await this.pick(this.stores).redeploy(this.app, earlier.id);
    this.setLive(earlier.content);
    await this.record();
  }

  async compare(): Promise<void> {
    for (const store of this.stores) {
      for (const user of users) {
        const view = await store.view(this.scope(user));
        expect(contentOf(await view.list("Value"))).toEqual(sorted(this.seenBy(user)));
      }
      const { view } = await store.deployed(this.app.appId);
      expect(contentOf(await view.list("Value"))).toEqual(sorted(this.model.live));
    }
  }
}

const contentOf = (objects: ConfigObject[]) =>
  sorted(new Map(objects.map(({ id, record }) => [id, record["value"]])));
const sorted = (content: Content) => [...content].sort(([a], [b]) => (a < b ? -1 : 1));

test.each([1, 2, 3, 4, 5, 6])(
  "random edits, drafts and redeployments of three users (seed %i): end as in a simple model",
  async seed => {
    const run = new Run([database.store(), database.store()], await database.app(), generator(seed));
    for (let step = 0; step < 60; step++) {
      const choice = run.next(10);
      if (choice < 6) await run.edit(run.pick(users));
      else if (choice < 9) await run.draft(run.pick(users));
      else await run.redeploy();
      await run.compare();
    }
  },
);
