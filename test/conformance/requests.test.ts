import { request as httpRequest } from "node:http";
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

test.each([
  ["malformed JSON", { rawBody: '{"name": ' }, 400, "BadRequest"],
  ["a key that changes prototypes", { rawBody: '{"__proto__": {"admin": true}}' }, 400, "BadRequest"],
  [
    "another content type",
    { rawBody: "name=x", headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
    "BadRequest",
  ],
  ["no body at all", {}, 400, "BadRequest"],
  [
    "a body past the limit",
    { rawBody: `{"name":"${"x".repeat(19 * 1024 * 1024)}"}` },
    413,
    "RequestTooLarge",
  ],
])("bodies: %s is one clear error", async (_name, options, status, error_code) => {
  const answer = await admin.request("POST", values(), options);
  expect(answer).toMatchObject({ status, body: { error: expect.any(String), error_code } });
  expect(answer.text).not.toMatch(/\bat .*\.(js|ts):\d+/);
});

test("bodies: a content type with a charset is read", async () => {
  const headers = { "content-type": "application/json; charset=utf-8" };
  const answer = await admin.request("POST", values(), {
    body: { name: "charset", private: false, value: 1 },
    headers,
  });
  expect(answer.status).toBe(201);
});

test("bodies: an empty one with a JSON content type is no body", async () => {
  const answer = await admin.request("POST", `/groups/{groupId}/apps/${appId}/drafts`, {
    rawBody: "",
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(201);
  await admin.request(
    "DELETE",
    `/groups/{groupId}/apps/${appId}/drafts/${(answer.body as { _id: string })._id}`,
  );
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
