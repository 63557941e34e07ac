import { processState } from "@appstead/provider/internal/host/process-state";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { editedApp, smallApp } from "./small-app";
import { SmallEngine } from "./small-engine";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test("group commit: nothing of an update that has ended counts as work that waits", async () => {
  const engine = new SmallEngine("announced", {
    "appstead:url": server.url,
    "appstead:groupId": server.groupId,
    "appstead:publicKey": server.publicKey,
    "appstead:privateKey": server.privateKey,
  });
  const { activity } = processState();
  for (const program of [smallApp, editedApp]) {
    expect(await engine.up(program("announced"))).toEqual([]);
    expect(activity.isWorkWaiting(0)).toBe(false);
  }
  expect(await engine.destroy()).toEqual([]);
});
