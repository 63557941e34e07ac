import type { JsonObject } from "@appstead/sdk";
import { type AdminHttp, type HttpAnswer, idOf, logIn } from "../harness/admin-http";
import { startTestServer, type TestServer } from "../harness/server-harness";

const apps = "/groups/{groupId}/apps";
let server: TestServer;
let admin: AdminHttp;

beforeAll(async () => {
  server = await startTestServer();
  admin = await logIn(server);
});
afterAll(() => server.close());

const create = (body: unknown, headers = {}) => admin.request("POST", apps, { body, headers });
const expectError = (answer: HttpAnswer, status: number, error_code: string) =>
  expect(answer).toMatchObject({ status, body: { error: expect.any(String), error_code } });

test("create: a name is enough, the rest has defaults", async () => {
  const answer = await create({ name: "Defaults" });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    group_id: server.groupId,
    domain_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    client_app_id: expect.stringMatching(/^defaults-[a-z]{5}$/),
    name: "Defaults",
    provider_region: "aws-us-east-1",
    location: "US-VA",
    deployment_model: "GLOBAL",
    environment: "",
    last_used: expect.any(Number),
    last_modified: expect.any(Number),
    product: "standard",
  });
  expect((await admin.request("GET", `${apps}/${idOf(answer)}`)).body).toEqual(answer.body);
});

test.each([
  [{ location: "IE" }, { provider_region: "aws-eu-west-1", deployment_model: "GLOBAL" }],
  [{ location: "DE-FF" }, { provider_region: "aws-eu-central-1", deployment_model: "LOCAL" }],
  [{ provider_region: "aws-ap-south-1" }, { location: "IN-MB", deployment_model: "LOCAL" }],
  [{ provider_region: "azure-westus", deployment_model: "LOCAL" }, { location: "US-OR" }],
  [
    { environment: "qa", template_id: "triggers" },
    { environment: "qa", template_id: "triggers" },
  ],
  [{ sync: { development_mode_enabled: true }, surprise: 1 }, { environment: "" }],
])("create: %j gives %j", async (given, expected) => {
  const answer = await create({ name: `place${Math.random().toString(36).slice(2)}`, ...given });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject(expected);
});

test.each([
  [{}, "MissingParameter", "name"],
  [{ name: "" }, "InvalidParameter", "name"],
  [{ name: "1shop" }, "InvalidParameter", "letter"],
  [{ name: "a".repeat(33) }, "InvalidParameter", "32"],
  [
    { name: "sh op" },
    "InvalidParameter",
    "can only contain ASCII letters, numbers, underscores, and hyphens",
  ],
  [{ name: 3 }, "InvalidParameter", "name"],
  [{ name: "bad", provider_region: "aws-us-east-1", location: "IE" }, "InvalidParameter", "location"],
  [
    { name: "bad", provider_region: "aws-us-east-2", deployment_model: "GLOBAL" },
    "InvalidParameter",
    "deployment_model",
  ],
  [{ name: "bad", environment: "staging" }, "InvalidParameter", "environment"],
  [{ name: "bad", template_id: "trigger" }, "InvalidParameter", 'did you mean "triggers"'],
  [{ name: "bad", data_source: { name: "s", type: "mysql" } }, "InvalidParameter", "data_source.type"],
])("create: %j is refused with %s", async (body, code, text) => {
  const answer = await create(body);
  expectError(answer, 400, code);
  expect((answer.body as JsonObject)["error"]).toContain(text);
});

test("create: a name that is in use is refused, and free again after the deletion", async () => {
  const first = await create({ name: "taken" });
  expectError(await create({ name: "taken" }), 409, "AccountNameInUse");
  expect(await admin.request("DELETE", `${apps}/${idOf(first)}`)).toMatchObject({ status: 204, text: "" });
  expect((await create({ name: "taken" })).status).toBe(201);
});

test("create: of several apps with one name at once, one is made", async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => create({ name: "race" })));
  expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409]);
  const listed = (await admin.request("GET", apps)).body as JsonObject[];
  expect(listed.filter(app => app["name"] === "race")).toHaveLength(1);
});

test("create: the same idempotency key repeats the first answer", async () => {
  const headers = { "idempotency-key": "project/stack/App/shop" };
  const answers = await Promise.all([1, 2, 3].map(() => create({ name: "again" }, headers)));
  expect(answers.map(answer => answer.status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1);
});

test("create: a fresh app has the api-key provider, switched off, and no deployments", async () => {
  const id = idOf(await create({ name: "fresh" }));
  const providers = await admin.request("GET", `${apps}/${id}/auth_providers`);
  expect(providers.body).toEqual([
    { _id: expect.any(String), name: "api-key", type: "api-key", disabled: true },
  ]);
  expect((await admin.request("GET", `${apps}/${id}/deployments`)).body).toEqual([]);
});

test("create: a data source in the body is linked", async () => {
  const data_source = { name: "mongodb-atlas", type: "mongodb-atlas", config: { clusterName: "Cluster0" } };
  const id = idOf(await create({ name: "linked", data_source }));
  const services = (await admin.request("GET", `${apps}/${id}/services`)).body as JsonObject[];
  expect(services).toEqual([expect.objectContaining({ name: "mongodb-atlas", type: "mongodb-atlas" })]);
  const config = await admin.request("GET", `${apps}/${id}/services/${services[0]?.["_id"]}/config`);
  expect(config.body).toMatchObject({ clusterName: "Cluster0" });
});

test.each([
  ["?product=atlas", "vendor"],
  ["?product=data-api", "data-api"],
  ["?defaults=true&product=device-sync", "device-sync"],
])("list: selects by product (%s)", async (query, product) => {
  const name = `for-${product}`;
  expect((await admin.request("POST", `${apps}${query}`, { body: { name } })).body).toMatchObject({
    product,
  });
  const namesOf = async (selection: string) =>
    ((await admin.request("GET", `${apps}${selection}`)).body as JsonObject[]).map(app => app["name"]);
  expect(await namesOf("")).not.toContain(name);
  expect(await namesOf(`?product=${product}`)).toEqual([name]);
  expect(await namesOf(`?product=standard,${product}`)).toContain(name);
});

test("list: an unknown product is refused", async () => {
  expectError(await admin.request("GET", `${apps}?product=other`), 400, "InvalidParameter");
});

test("environment: is set at once and answered with the app", async () => {
  const id = idOf(await create({ name: "environment" }));
  const put = (body: unknown) => admin.request("PUT", `${apps}/${id}/environment`, { body });
  expect(await put({ environment: "production" })).toMatchObject({
    status: 200,
    body: { _id: id, environment: "production" },
  });
  expect((await admin.request("GET", `${apps}/${id}`)).body).toMatchObject({ environment: "production" });
  expect(await put({ environment: "" })).toMatchObject({ status: 200, body: { environment: "" } });
  expectError(await put({ environment: "staging" }), 400, "InvalidParameter");
  expectError(await put({}), 400, "MissingParameter");
});

test("delete: takes everything of the app along", async () => {
  const id = idOf(await create({ name: "gone" }));
  await admin.request("POST", `${apps}/${id}/secrets`, { body: { name: "key", value: "k" } });
  await admin.request("POST", `${apps}/${id}/values`, { body: { name: "v", private: false, value: 1 } });
  expect((await admin.request("DELETE", `${apps}/${id}`)).status).toBe(204);
  for (const path of ["", "/values", "/secrets", "/drafts", "/deployments"]) {
    expectError(await admin.request("GET", `${apps}/${id}${path}`), 404, "AppNotFound");
  }
  expectError(await admin.request("DELETE", `${apps}/${id}`), 404, "AppNotFound");
});

test("another project: is not found, whatever it holds", async () => {
  const id = idOf(await create({ name: "foreign" }));
  const other = "0123456789abcdef01234567";
  expectError(await admin.request("GET", `/groups/${other}/apps`), 404, "GroupNotFound");
  expectError(await admin.request("GET", `/groups/${other}/apps/${id}`), 404, "GroupNotFound");
  expectError(await admin.request("GET", `${apps}/${other}/values`), 404, "AppNotFound");
});

test("deployment configuration: is read and changed", async () => {
  const path = `${apps}/${idOf(await create({ name: "deploys" }))}/deploy/config`;
  expect((await admin.request("GET", path)).body).toMatchObject({
    ui_drafts_disabled: false,
    automatic_deployment: { enabled: false, provider: "github", installation_ids: [] },
  });
  const body = {
    ui_drafts_disabled: true,
    automatic_deployment: { enabled: true, provider: "github", installation_ids: ["7"] },
  };
  expect(await admin.request("PATCH", path, { body })).toMatchObject({ status: 204, text: "" });
  expect((await admin.request("GET", path)).body).toMatchObject(body);
  expectError(
    await admin.request("PATCH", path, { body: { ui_drafts_disabled: true } }),
    400,
    "MissingParameter",
  );
});

test("regions: are listed with their deployment models", async () => {
  const { body } = await admin.request("GET", "/provider_regions");
  expect(body).toContainEqual({
    id: "aws-us-east-1",
    name: "us-east-1",
    cloud_provider: "aws",
    country: "US",
    deployment_models: ["GLOBAL", "LOCAL"],
  });
});
