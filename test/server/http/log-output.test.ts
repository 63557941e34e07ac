import { spawn } from "node:child_process";

const secret = "s3cr3t-private-key";

const program = `
const { startServer } = require("@appstead/server");
(async () => {
  const server = await startServer({ logLevel: "debug", admin: { publicKey: "loud", privateKey: "${secret}" } });
  const base = server.url + "/api/admin/v3.0";
  const post = (path, body, token) => fetch(base + path, {
    method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...(token ? { authorization: "Bearer " + token } : {}) },
  });
  const login = await (await post("/auth/providers/vendor-cloud/login", { username: "loud", apiKey: "${secret}" })).json();
  await post("/auth/providers/vendor-cloud/login?apiKey=${secret}", { username: "loud", apiKey: "${secret}-not" });
  const app = await (await post("/groups/" + server.groupId + "/apps", { name: "logs" }, login.access_token)).json();
  await post("/groups/" + server.groupId + "/apps/" + app._id + "/secrets", { name: "k", value: "${secret}" }, login.access_token);
  process.stdout.write(login.access_token);
  await server.close();
})();
`;

test("log: is JSON lines on standard error, one for each request, without keys, tokens or bodies", async () => {
  const { out, err, code } = await run();
  expect(code).toBe(0);
  const lines = err
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Record<string, unknown>);
  const requests = lines.filter(line => line["msg"] === "request");
  expect(requests).toHaveLength(4);
  expect(requests.at(-1)).toMatchObject({
    method: "POST",
    status: 201,
    path: expect.stringMatching(/\/secrets$/),
  });
  expect(err).not.toContain(secret);
  expect(out.length).toBeGreaterThan(20);
  expect(err).not.toContain(out);
});

function run(): Promise<{ out: string; err: string; code: number | null }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", program], {
      cwd: __dirname,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const collected = { out: "", err: "" };
    child.stdout.on("data", chunk => {
      collected.out += String(chunk);
    });
    child.stderr.on("data", chunk => {
      collected.err += String(chunk);
    });
    child.on("error", reject);
    child.on("close", code => resolve({ ...collected, code }));
  });
}
