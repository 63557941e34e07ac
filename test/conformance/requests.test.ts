import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { type AdminHttp, logIn } from "../harness/admin-http";
import { startTestServer, type TestServer } from "../harness/server-harness";
import { createApp } from "./world";

let server: TestServer;
let admin: AdminHttp;
let appId = "";

beforeAll(async () => {
  server = await startTestServer();
  admin = await logIn(server);
  appId = (await createApp(admin))._id;
});
afterAll(() => server.close());

const values = () => `/groups/{groupId}/apps/${appId}/values`;

test("answers: JSON without a charset, a correlation id and protective headers", async () => {
  const { headers } = await admin.request("GET", values());
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("x-appservices-request-id")).toMatch(/^[0-9a-f]{24}$/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-powered-by")).toBeNull();
});

test("errors: link to the app's log by the correlation id of the answer", async () => {
  const { body, headers, status } = await admin.request("GET", `${values()}/nope`);
  const id = headers.get("x-appservices-request-id");
  expect(status).toBe(404);
  expect(headers.get("content-type")).toBe("application/json");
  expect(body).toEqual({
    error: "value not found: 'nope'",
    error_code: "ValueNotFound",
    link: `${server.url}/groups/${server.groupId}/apps/${appId}/logs?co_id=${id}`,
  });
});

test("errors: requests that are about no app have no link", async () => {
  const { body } = await admin.request("GET", "/groups/{groupId}/nothing");
  expect(body).toEqual({
    error: expect.stringContaining("no such route: GET /api/admin/v3.0/groups/"),
    error_code: "NotFound",
  });
});

const nested = (levels: number, open: string, inner: string, close: string) =>
  `${open.repeat(levels)}${inner}${close.repeat(levels)}`;
const typed = (type: string) => ({ rawBody: '{"name": "x", "value": 1}', headers: { "content-type": type } });

test.each([
  ["malformed JSON", { rawBody: '{"name": ' }, 400, "BadRequest", /^the request body is not valid JSON/],
  [
    "a key that changes prototypes",
    { rawBody: '{"value": [{"__proto__": {"admin": true}}]}' },
    400,
    "BadRequest",
    /"__proto__"/,
  ],
  ["a form", typed("application/x-www-form-urlencoded"), 415, "BadRequest", /application\/json/],
  ["plain text", typed("text/plain"), 415, "BadRequest", /application\/json/],
  ["no body at all", {}, 400, "BadRequest", /JSON object/],
  ["a body past the limit", { rawBody: `"${"x".repeat(19 * 1024 ** 2)}"` }, 413, "RequestTooLarge", /18 MiB/],
  [
    "a body of endless depth",
    { rawBody: nested(100_000, "[", "", "]") },
    400,
    "BadRequest",
    /more than 500 levels/,
  ],
  [
    "an object that the database cannot keep",
    { body: { name: "big", value: "x".repeat(16 * 1024 ** 2) } },
    413,
    "RequestTooLarge",
    /^value "big" is too large: 16\.0 MiB/,
  ],
])("bodies: %s is one clear error", async (_name, options, status, error_code, error) => {
  const answer = await admin.request("POST", values(), options);
  expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(error), error_code } });
  expect(answer.text).not.toMatch(/\bat .*\.(js|ts):\d+/);
});

test("bodies: one past the limit is answered to a client that sends all of it before it reads", async () => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const body = Buffer.alloc(64 * 1024 ** 2, "x");
  const head = `POST /api/admin/v3.0/auth/providers/mongodb-cloud/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(body, () => resolve());
  });
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("bodies: no check breaks on the deepest that is read", async () => {
  const app = `/groups/{groupId}/apps/${appId}`;
  const post = async (path: string, rawBody: string) =>
    (await admin.request("POST", `${app}${path}`, { rawBody })).status;
  const source = '"name": "deep", "type": "mongodb"';
  expect(await post("/values", `{"name": "deep", "value": ${nested(499, "[", "", "]")}}`)).toBe(201);
  expect(await post("/services", `{${source}, "config": {"x": ${nested(490, '{"x":', "1", "}")}}}`)).toBe(
    201,
  );
  const metadata = '{"data_source": "deep", "database": "d", "collection": "c"}';
  const schema = nested(245, '{"properties": {"x":', "{}", "}}");
  expect(await post("/schemas", `{"metadata": ${metadata}, "schema": ${schema}}`)).toBe(200);
  const services = (await admin.request("GET", `${app}/services`)).body as { _id: string }[];
  const fields = nested(240, '{"x": {"fields":', "{}", "}}");
  const role = `{"name": "r", "apply_when": {}, "fields": ${fields}}`;
  const rule = `{"database": "d", "collection": "c", "roles": [${role}]}`;
  expect(await post(`/services/${services[0]?._id}/rules`, rule)).toBe(201);
  const can_evaluate = nested(245, '{"%and": [', "true", "]}");
  const fn = `{"name": "deep", "private": true, "source": "", "can_evaluate": ${can_evaluate}}`;
  expect([201, 400]).toContain(await post("/functions", fn));
});

test("bodies: a source that is too large to be compiled is refused", async () => {
  const body = { name: "big", private: true, source: `// ${"x".repeat(5 * 1024 ** 2)}` };
  const answer = await admin.request("POST", `/groups/{groupId}/apps/${appId}/functions`, { body });
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^source: .*4 MiB$/) } });
});

test("bodies: a content type with a charset is read", async () => {
  const headers = { "content-type": "application/json; charset=utf-8" };
  const answer = await admin.request("POST", values(), {
    body: { name: "charset", private: false, value: 1 },
    headers,
  });
  expect(answer.status).toBe(201);
});

test.each(["application/json", "application/x-www-form-urlencoded", "text/plain;charset=UTF-8"])(
  "bodies: an empty one with the content type %s is no body",
  async type => {
    const drafts = `/groups/{groupId}/apps/${appId}/drafts`;
    const headers = { "content-type": type };
    const answer = await admin.request("POST", drafts, { rawBody: "", headers });
    expect(answer.status).toBe(201);
    await admin.request("DELETE", `${drafts}/${(answer.body as { _id: string })._id}`);
  },
);

test.each([
  ["no request", "HELLO\r\n\r\n", 400],
  ["endless headers", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431],
])("connections: %s is answered like every other error", async (_name, text, status) => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const part of socket) answer += String(part);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\r\ncontent-type: application/json\r\n`));
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), error_code: "BadRequest" });
});

test.each(["/%", "/%c3%28", "/groups/%E0%A4%A/apps"])("paths: %s is one clear error", async path => {
  const answer = await rawRequest({ path: `/api/admin/v3.0${path}` }).answer;
  expect(answer).toMatchObject({ status: 400, contentType: "application/json" });
  expect(JSON.parse(answer.text)).toEqual({ error: expect.any(String), error_code: "BadRequest" });
});

test("paths: ids are texts, never queries", async () => {
  for (const id of ["%7B%22%24ne%22%3A1%7D", "$ne", "[object Object]", "a".repeat(500)]) {
    expect((await admin.request("GET", `${values()}/${id}`)).status).toBe(404);
    expect((await admin.request("GET", `/groups/{groupId}/apps/${id}`)).status).toBe(404);
  }
});

test("health and version: answer without a token", async () => {
  const health = await fetch(`${server.url}/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toEqual({ status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const version = await fetch(`${server.url}/api/private/v1.0/version`);
  expect(await version.json()).toEqual({ version: expect.any(String) });
});

test("close: waits for a request that has begun, and answers it", async () => {
  const other = await startTestServer();
  const { accessToken } = await logIn(other);
  const body = JSON.stringify({ name: "late" });
  const { answer, sent } = rawRequest({
    url: other.url,
    method: "POST",
    path: `/api/admin/v3.0/groups/${other.groupId}/apps`,
    headers: {
      authorization: `Bearer ${accessToken}`,
      "content-type": "application/json",
      "content-length": String(body.length),
      expect: "100-continue",
    },
  });
  // The service has read the headers when it asks for the rest.
  await new Promise(resolve => sent.once("continue", resolve));
  const closed = other.close();
  sent.end(body);
  expect((await answer).status).toBe(201);
  await closed;
});

test("close: does not wait for clients that only hold a connection", async () => {
  const other = await startTestServer();
  const port = Number(new URL(other.url).port);
  const [silent, begun] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  await Promise.all([once(silent, "connect"), once(begun, "connect")]);
  begun.write("GET /health HTTP/1.1\r\nhos");
  expect((await fetch(`${other.url}/health`)).status).toBe(200);
  const ended = Promise.all([silent, begun].map(socket => once(socket.resume(), "close")));
  await other.close();
  await ended;
});

test("paths: one that is longer than any id is one clear error", async () => {
  const answer = await admin.request("GET", `${values()}/${"a".repeat(2000)}`);
  expect(answer).toMatchObject({
    status: 414,
    body: { error: expect.any(String), error_code: "BadRequest" },
  });
});

interface RawOptions {
  readonly url?: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** A request as it is written, which `fetch` would correct; without a method it is sent at once. */
function rawRequest({ url = server.url, method, ...options }: RawOptions) {
  const sent = httpRequest(url, { method: method ?? "GET", ...options });
  const answer = new Promise<{ status: number | undefined; contentType: string | undefined; text: string }>(
    (resolve, reject) => {
      sent.on("error", reject).on("response", response => {
        let text = "";
        response.on("data", chunk => {
          text += String(chunk);
        });
        response.on("end", () => {
          resolve({ status: response.statusCode, contentType: response.headers["content-type"], text });
        });
      });
    },
  );
  if (method === undefined) sent.end();
  else sent.flushHeaders();
  return { sent, answer };
}
