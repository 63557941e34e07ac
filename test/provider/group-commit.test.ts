import { EngineActivity } from "@appstead/provider/internal/commit/engine-activity";
import { GroupCommit, type GroupCommitOptions } from "@appstead/provider/internal/commit/group-commit";
import type { Operation } from "@appstead/provider/internal/commit/operation";
import { type Client, createClient, kindNamed } from "@appstead/sdk";
import { DraftService } from "./draft-service";
import { VirtualClock } from "./virtual-clock";

const owner = { project: "shop", stack: "dev" };
const mark = { project: "other", stack: "prod", process: "machine-1-x", lease_ms: 60_000 };

let service: DraftService;
let clock: VirtualClock;
let client: Client;
let activity: EngineActivity;
let reports: string[];
let group: GroupCommit;

beforeEach(async () => {
  service = new DraftService();
  clock = new VirtualClock();
  activity = new EngineActivity(clock);
  reports = [];
  const url = await service.start();
  client = createClient({ url, publicKey: "p", privateKey: "k", groupId: "g", retries: 0 });
  group = coordinator();
});
afterEach(() => service.stop());

function coordinator(options: Partial<GroupCommitOptions> = {}): GroupCommit {
  return new GroupCommit({
    appId: "a",
    drafts: client.drafts,
    deployments: client.deployments,
    staleDraft: "fail",
    processName: "here-2-y",
    isGoneProcess: () => false,
    clock,
    report: line => reports.push(line),
    activity,
    likelyParallelism: 8,
    ...options,
  });
}

function settle<T>(work: Promise<T>): Promise<T> {
  return clock.settle(work, () => service.inFlight > 0);
}

/** Creates objects of these names, one write each. */
function create(...names: string[]): Operation<string> {
  const kind = kindNamed("Value");
  if (!kind) throw new Error("no kind Value");
  return {
    owner,
    removes: false,
    async run(writes) {
      for (const name of names)
        await writes.run(() => client.endpoint(kind).create({ appId: "a" }, { name, value: 1 }));
      return names.join();
    },
  };
}

function outcomes(...operations: Operation<string>[]): Promise<string[]> {
  const answers = operations.map(operation => group.submit(operation));
  return settle(Promise.allSettled(answers)).then(results =>
    results.map(result =>
      result.status === "fulfilled" ? result.value : `! ${(result.reason as Error).message}`,
    ),
  );
}

function count(request: RegExp): number {
  return service.requests.filter(line => request.test(line)).length;
}

test("group commit: concurrent operations share one draft and one deployment", async () => {
  expect(await outcomes(create("x"), create("y"), create("z"))).toEqual(["x", "y", "z"]);
  expect(service.deployed.map(edits => [...edits].sort())).toEqual([["x", "y", "z"]]);
  expect([count(/^POST .drafts$/), count(/deployment$/)]).toEqual([1, 1]);
  expect(service.draft).toBeUndefined();
});

test("group commit: nobody is answered before the deployment has ended", async () => {
  service.pollsUntilDone = 4;
  let deployedAtAnswer = 0;
  const answer = group.submit(create("x")).then(() => {
    deployedAtAnswer = count(/^GET .deployments/);
  });
  await settle(answer);
  expect(deployedAtAnswer).toBe(5);
});

test("group commit: the draft carries project, stack, process and lease", async () => {
  let held: unknown;
  service.before = () => {
    held ??= service.draft?.mark;
  };
  await outcomes(create("x"));
  expect(held).toEqual({ ...owner, process: "here-2-y", lease_ms: 60_000 });
});

test("group commit: an operation that changes nothing costs no deployment", async () => {
  const reading = { owner, removes: true, run: async () => "gone already" };
  expect(await outcomes(reading)).toEqual(["gone already"]);
  expect(service.requests).toEqual(["POST /drafts", expect.stringMatching(/^DELETE .drafts/)]);
});

test("group commit: what arrives during a deployment goes into the next group", async () => {
  let second: Promise<string> | undefined;
  service.before = line => {
    if (line.endsWith("/deployment")) second ??= group.submit(create("y"));
  };
  await settle(group.submit(create("x")));
  await settle(second ?? Promise.reject(new Error("the deployment was never asked for")));
  expect(service.deployed).toEqual([["x"], ["y"]]);
});

test("group commit: an operation that is refused fails alone", async () => {
  const [good, bad] = await outcomes(create("x"), create("bad"));
  expect(good).toBe("x");
  expect(bad).toMatch(/bad input/);
  expect(service.deployed).toEqual([["x"]]);
  expect(count(/^DELETE/)).toBe(0);
});

test("group commit: after half an operation the draft is thrown away and the others are applied again", async () => {
  const [x, half, y] = await outcomes(create("x"), create("h", "bad"), create("y"));
  expect([x, y]).toEqual(["x", "y"]);
  expect(half).toMatch(/bad input/);
  expect(service.deployed.map(edits => [...edits].sort())).toEqual([["x", "y"]]);
});

test("group commit: a write whose outcome is not known spoils the draft", async () => {
  let lost = false;
  service.decide = line => {
    if (!line.startsWith("POST /values") || lost) return "pass";
    lost = true;
    return "lose";
  };
  const results = await outcomes(create("x"), create("y"));
  expect(results.filter(result => result.startsWith("!"))).toHaveLength(1);
  expect(service.deployed).toHaveLength(1);
  expect(service.deployed[0]).toHaveLength(1);
});

test("group commit: a refused deployment fails everyone with the service's words and leaves no draft", async () => {
  service.refusal = "trigger t: function not found";
  const results = await outcomes(create("x"), create("y"));
  for (const result of results)
    expect(result).toMatch(/refused and changed nothing: trigger t: function not found/);
  expect(service.draft).toBeUndefined();
  expect(service.deployed).toEqual([]);
});

test("group commit: what needs another member of the group is tried again when that is there", async () => {
  expect(await outcomes(create("x-needs-y"), create("y"))).toEqual(["x-needs-y", "y"]);
  expect(service.deployed).toEqual([["y", "x-needs-y"]]);
});

test("group commit: what needs something that never comes fails with advice, alone", async () => {
  const [parked, other] = await outcomes(create("x-needs-y"), create("z"));
  expect(parked).toMatch(/function not found: 'y'.*add dependsOn .* or pass that resource's id/);
  expect(other).toBe("z");
});

test("group commit: a lost answer to the deployment is looked up", async () => {
  service.decide = line => (line.endsWith("/deployment") ? "lose" : "pass");
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(service.deployed).toEqual([["x"]]);
});

test("group commit: a deployment that never reached the service is started again", async () => {
  let refused = false;
  service.decide = line => {
    if (!line.endsWith("/deployment") || refused) return "pass";
    refused = true;
    return "refuse";
  };
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(service.deployed).toEqual([["x"]]);
});

test("group commit: a lost answer to the creation of the draft leaves no draft behind", async () => {
  let lost = false;
  service.decide = line => {
    if (line !== "POST /drafts" || lost) return "pass";
    lost = true;
    return "lose";
  };
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(service.draft).toBeUndefined();
});

test("group commit: a draft that somebody discards is made again", async () => {
  let done = false;
  service.before = line => {
    if (!line.endsWith("/deployment") || done) return;
    done = true;
    service.draft = undefined;
  };
  expect(await outcomes(create("x"), create("y"))).toEqual(["x", "y"]);
  expect(service.deployed.map(edits => edits.length)).toEqual([2]);
});

test("group commit: an app that is not there fails everyone who waits for its draft", async () => {
  service.decide = () => "refuse";
  const results = await outcomes(create("x"), create("y"));
  for (const result of results) expect(result).toMatch(/cannot reach the service/);
});

test("draft slot: a live draft of another deploy is waited for, with progress", async () => {
  service.occupy({ mark, lease_expires_at: 100_000, now: 50_000 });
  const startedAt = clock.now();
  service.before = () => {
    if (clock.now() - startedAt > 25_000)
      service.draft = service.draft?.mark?.project === "other" ? undefined : service.draft;
  };
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(reports).toEqual([
    expect.stringMatching(/^waiting for the deploy of project other, stack prod \(1\d s\)$/),
    expect.stringMatching(/^waiting for the deploy of project other, stack prod \(2\d s\)$/),
  ]);
});

test("draft slot: waiting ends after ten minutes with an error that names the other deploy", async () => {
  service.occupy({ mark, lease_expires_at: 100_000, now: 50_000 });
  const [result] = await outcomes(create("x"));
  expect(result).toMatch(/draft of project other, stack prod for 10 minutes/);
  expect(service.draft?.mark).toEqual(mark);
});

test.each([
  ["whose lease ended more than 30 s ago", { lease_expires_at: 10_000, now: 40_001 }, () => false],
  ["whose process on this machine is gone", { lease_expires_at: 100_000, now: 50_000 }, () => true],
])("draft slot: a draft of ours %s is discarded with a note", async (_, times, isGoneProcess) => {
  group = coordinator({ isGoneProcess });
  service.occupy({ mark, ...times, edits: ["old"] });
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(service.deployed).toEqual([["x"]]);
  expect(reports).toEqual([
    "discarded an unfinished draft of project other, stack prod, whose process is gone",
  ]);
});

test("draft slot: a lease that ended only just now still counts", async () => {
  const held = service.occupy({ mark, lease_expires_at: 10_000, now: 38_000 });
  service.before = line => {
    if (line === "GET /drafts") held.now = (held.now ?? 0) + 1_500;
  };
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(count(/^GET .drafts/)).toBe(2);
});

test("draft slot: an unmarked draft stops the deploy and stays as it is", async () => {
  const held = service.occupy({ edits: ["precious"] });
  const [result] = await outcomes(create("x"));
  expect(result).toMatch(/has a draft \(d1\) that no deploy made.*appstead:staleDraft/);
  expect(service.draft).toBe(held);
  expect(held.edits).toEqual(["precious"]);
});

test("draft slot: with staleDraft discard an unmarked draft is thrown away", async () => {
  group = coordinator({ staleDraft: "discard" });
  service.occupy({ edits: ["stale"] });
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(service.deployed).toEqual([["x"]]);
  expect(reports).toHaveLength(1);
});

test("draft slot: with staleDraft adopt an unmarked draft is deployed along", async () => {
  group = coordinator({ staleDraft: "adopt" });
  service.occupy({ edits: ["stale"] });
  expect(await outcomes(create("x"))).toEqual(["x"]);
  expect(service.deployed).toEqual([["stale", "x"]]);
});

test("draft slot: an adopted draft is never thrown away", async () => {
  group = coordinator({ staleDraft: "adopt" });
  const held = service.occupy({ edits: ["stale"] });
  service.refusal = "no";
  expect((await outcomes(create("x")))[0]).toMatch(/refused/);
  expect((await outcomes(create("h", "bad"), create("y"))).every(result => result.startsWith("!"))).toBe(
    true,
  );
  expect(service.draft).toBe(held);
});

/** Feeds operations as an engine with so many workers does, and returns the sizes of the deployments. */
async function feed(
  levels: readonly number[],
  workers: number,
  announceAt = "POST /values",
): Promise<number[]> {
  let made = 0;
  for (const size of levels) {
    let left = size;
    const next = async (): Promise<void> => {
      if (left-- <= 0) return;
      const name = `n${made++}`;
      activity.arrive(name);
      await group.submit(create(name));
      await next();
    };
    // The engine announces one resource more than it has workers for.
    service.before = line => {
      if (line.startsWith(announceAt) && left > 0) activity.announce(`n${made}`);
    };
    await settle(Promise.all(Array.from({ length: workers }, next)));
  }
  return service.deployed.splice(0).map(edits => edits.length);
}

test("group commit: groups are as large as the engine's workers and levels allow", async () => {
  expect(await feed([40], 8)).toEqual([8, 8, 8, 8, 8]);
  expect(await feed([3, 8, 1], 8)).toEqual([3, 8, 1]);
});

test("group commit: equal levels in a row are not taken for the number of workers", async () => {
  expect(await feed([2, 2, 2, 8], 8)).toEqual([2, 2, 2, 8]);
});

test("group commit: a known plateau is deployed without waiting", async () => {
  await feed([24], 8);
  const before = clock.now();
  await feed([8], 8);
  expect(clock.now()).toBe(before);
});

test("group commit: work that was announced before the draft was open counts as waiting", async () => {
  const feedEarly = async (count: number) => {
    const fed = feed([count], 8, "POST /drafts");
    const announce = service.before;
    service.before = line => {
      announce(line);
      // Opening a draft takes its time, and the announcement came before that.
      if (line === "POST /drafts") clock.advance(5);
    };
    return fed;
  };
  await feedEarly(24);
  const before = clock.now();
  await feedEarly(8);
  expect(clock.now() - before).toBe(5);
});

test("group commit: an interrupt throws the open draft away and deploys nothing more", async () => {
  const answers = Promise.allSettled([group.submit(create("x")), group.submit(create("y"))]);
  while (!service.requests.some(line => line.startsWith("POST /values")))
    await new Promise(resolve => setTimeout(resolve, 2));
  expect(group.hasDraft).toBe(true);
  await settle(group.interrupt());
  expect(service.draft).toBeUndefined();
  const outcomes = (await settle(answers)).map(({ status }) => status);
  expect(outcomes).toEqual(["rejected", "rejected"]);
  await expect(settle(group.submit(create("z")))).rejects.toThrow(/interrupted/);
  expect([service.deployed, count(/deployment$/), count(/^POST .drafts$/)]).toEqual([[], 0, 1]);
});

test("group commit: without a draft there is nothing to interrupt", async () => {
  await outcomes(create("x"));
  expect(group.hasDraft).toBe(false);
  await group.interrupt();
  expect(count(/^DELETE/)).toBe(0);
});
