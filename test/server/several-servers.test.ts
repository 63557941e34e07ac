import { randomBytes } from "node:crypto";
import { type Docstore, startDocstore } from "@appstead/docstore";
import { appKind, type Client, createClient, functionKind, kindNamed } from "@appstead/sdk";
import { startTestServer, type TestServer } from "../harness/server-harness";

// Servers hold no state: several of them on one database are one service. A real MongoDB is used where the
// environment names one, else the embedded database behind an address of its own.

const realMongodb = process.env["APPSTEAD_TEST_MONGODB_URI"];
const databases: [string, (() => Promise<{ uri: string; close(): Promise<void> }>) | undefined][] = [
  ["the embedded database on an address", () => startDocstore({ listen: { host: "127.0.0.1", port: 0 } })],
  [
    "a real MongoDB (needs APPSTEAD_TEST_MONGODB_URI)",
    realMongodb === undefined
      ? undefined
      : async () => ({ uri: databaseOfItsOwn(realMongodb), close: async () => undefined }),
  ],
];

for (const [name, open] of databases) {
  const suite = open ? describe : describe.skip;
  suite(`several servers on ${name}`, () => {
    const key = randomBytes(32).toString("base64");
    let database: Pick<Docstore, "uri" | "close">;
    let servers: TestServer[];
    let clients: Client[];

    beforeAll(async () => {
      if (!open) return;
      database = await open();
      servers = [];
      for (let i = 0; i < 2; i++) {
        servers.push(await startTestServer({ mongodbUri: database.uri, env: { APPSTEAD_SERVICE_KEY: key } }));
      }
      clients = servers.map(server => createClient({ ...server }));
    });

    afterAll(async () => {
      for (const server of servers ?? []) await server.close();
      await database?.close();
    });

    test("what one deploys, the other serves", async () => {
      const [one, two] = both(clients);
      const app = await one.endpoint(appKind).create({}, { name: "shared" });
      try {
        const inputs = { name: "f", private: false, source: "exports = () => 1;" };
        const made = await one.endpoint(functionKind).create({ appId: app._id }, inputs);
        expect(await two.endpoint(functionKind).read({ appId: app._id }, made._id)).toMatchObject(inputs);
        await two.endpoint(functionKind).update({ appId: app._id }, made._id, { ...inputs, private: true });
        expect(await one.endpoint(functionKind).read({ appId: app._id }, made._id)).toMatchObject({
          private: true,
        });
      } finally {
        await two.endpoint(appKind).delete({}, app._id);
      }
      expect(await one.endpoint(appKind).read({}, app._id)).toBeUndefined();
    });

    test("of the same create on both at once exactly one wins", async () => {
      const [one, two] = both(clients);
      const value = definition("Value");
      const app = await one.endpoint(appKind).create({}, { name: "race" });
      try {
        for (let round = 0; round < 10; round++) {
          const inputs = { name: `v${round}`, private: false, value: round };
          const outcomes = await Promise.allSettled(
            [one, two].map(client => client.endpoint(value).create({ appId: app._id }, inputs)),
          );
          expect(outcomes.map(outcome => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
        }
        expect(await two.endpoint(value).list({ appId: app._id })).toHaveLength(10);
      } finally {
        await one.endpoint(appKind).delete({}, app._id);
      }
    });

    test("a draft made on one is deployed on the other", async () => {
      const [one, two] = both(clients);
      const app = await one.endpoint(appKind).create({}, { name: "drafts" });
      try {
        const draft = await one.drafts.create(app._id);
        await two
          .endpoint(definition("Value"))
          .create({ appId: app._id }, { name: "v", private: false, value: 1 });
        await expect(two.drafts.create(app._id)).rejects.toMatchObject({ code: "DraftAlreadyExists" });
        let deployment = await two.drafts.deploy(app._id, draft._id);
        while (deployment.status === "created" || deployment.status === "pending") {
          deployment = await one.deployments.get(app._id, deployment._id);
        }
        expect(deployment.status).toBe("successful");
        expect(await one.endpoint(definition("Value")).list({ appId: app._id })).toHaveLength(1);
      } finally {
        await one.endpoint(appKind).delete({}, app._id);
      }
    });

    test("several that start at once on a fresh database agree on the project and the key pair", async () => {
      const fresh = await open?.();
      if (fresh === undefined) return;
      const env = { APPSTEAD_SERVICE_KEY: key };
      const starts = [1, 2, 3].map(() => startTestServer({ mongodbUri: fresh.uri, env }));
      const started = await Promise.allSettled(starts);
      const running = started.flatMap(start => (start.status === "fulfilled" ? [start.value] : []));
      try {
        expect(started.map(start => start.status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
        expect(new Set(running.map(server => server.groupId)).size).toBe(1);
      } finally {
        for (const server of running) await server.close();
        await fresh.close();
      }
    });

    test("a server with another service key is refused before it serves anything", async () => {
      const other = randomBytes(32).toString("base64");
      const started = startTestServer({ mongodbUri: database.uri, env: { APPSTEAD_SERVICE_KEY: other } });
      await expect(started).rejects.toThrow(/service key/i);
    });
  });
}

/** The address with a fresh database, because a service key belongs to its database for good. */
function databaseOfItsOwn(uri: string): string {
  const address = new URL(uri);
  address.pathname = `/appstead_test_${randomBytes(4).toString("hex")}`;
  return address.href;
}

function both(clients: Client[]): [Client, Client] {
  const [one, two] = clients;
  if (!one || !two) throw new Error("two servers are needed");
  return [one, two];
}

function definition(name: string) {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}
