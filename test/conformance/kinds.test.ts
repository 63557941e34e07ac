import { fieldsOf, type JsonObject, type Kind, kinds, traitsOf } from "@appstead/sdk";
import { type HttpAnswer, idOf } from "../harness/admin-http";
import { createWorld, type World } from "./world";

const unknownId = "0123456789abcdef01234567";
const representation = { prefer: "return=representation" };
const all: readonly Kind[] = kinds;
const objectKinds = all.filter(kind => kind.path.includes("{appId}") && kind.shape !== "section");
const variants = objectKinds.flatMap(kind =>
  Object.entries(kind.samples).map(([variant, samples]) => ({
    name: `${kind.name} ${variant}`,
    kind,
    samples,
  })),
);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe.each(variants)("$name", ({ kind, samples }) => {
  const preexists = kind.preexisting?.(samples.minimal) === true;
  const { create, update, delete: remove } = kind.operations;
  let id = "";

  beforeEach(async () => {
    id = preexists ? await idOfExisting(kind, samples.full) : await createOf(kind, samples.full);
  });
  afterEach(async () => {
    if (!preexists) await world.admin.request("DELETE", pathOf(kind, remove.path, id));
  });

  test("create: answers with the status and the keys of the definition", async () => {
    if (preexists) {
      const again = await world.admin.request("POST", world.path(kind), {
        body: bodyOf(kind, samples.minimal),
      });
      return expectError(again, 409, kind.errorCodes.alreadyExists);
    }
    await world.admin.request("DELETE", pathOf(kind, remove.path, id));
    const answer = await world.admin.request("POST", world.path(kind), {
      body: bodyOf(kind, samples.minimal),
    });
    expect(answer.status).toBe(create.status);
    expectReturned(kind, create.returns, answer, bodyOf(kind, samples.minimal));
    id = idOf(answer);
  });

  test("read: gives back what was written", async () => {
    const record = await recordOf(kind, id);
    expect(record).toMatchObject({
      _id: id,
      ...(preexists ? {} : visible(kind, bodyOf(kind, samples.full))),
    });
    expect(kind.outputs.safeParse(record)).toMatchObject({ success: true });
  });

  if (kind.operations.list) {
    test("list: holds the object with the keys of lists", async () => {
      const { status, body } = await world.admin.request("GET", world.path(kind));
      const entry = (body as JsonObject[]).find(item => item["_id"] === id);
      expect(status).toBe(200);
      expect(entry).toBeDefined();
      if (kind.listKeys) expect(kind.listKeys).toEqual(expect.arrayContaining(Object.keys(entry ?? {})));
    });
  }

  test("update: answers with the status of the definition and changes every field", async () => {
    const body = { ...(update.sendsId ? { _id: id } : {}), ...bodyOf(kind, samples.update, "update") };
    const answer = await world.admin.request(update.method, pathOf(kind, update.path, id), { body });
    expect(answer.status).toBe(update.status);
    expectReturned(kind, update.returns, answer, visible(kind, body));
    expect(await recordOf(kind, id)).toMatchObject(visible(kind, body));
  });

  test("update: a record that is sent back as it was read changes nothing", async () => {
    const record = await recordOf(kind, id);
    const answer = await world.admin.request(update.method, pathOf(kind, update.path, id), { body: record });
    expect(answer.status).toBe(update.status);
    expect({ ...(await recordOf(kind, id)), last_modified: 0 }).toEqual({ ...record, last_modified: 0 });
  });

  test("update: Prefer return=representation answers with the whole record", async () => {
    const body = { ...(update.sendsId ? { _id: id } : {}), ...bodyOf(kind, samples.update, "update") };
    const path = pathOf(kind, update.path, id);
    const answer = await world.admin.request(update.method, path, { body, headers: representation });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("preference-applied")).toBe("return=representation");
    expect(answer.body).toMatchObject({ _id: id, ...visible(kind, body) });
  });

  const { enable, disable } = kind.operations;
  if (enable && disable) {
    test.each([
      [disable, true],
      [enable, false],
    ] as const)("toggle: %j answers 204 and switches the object", async (operation, disabled) => {
      const answer = await world.admin.request(operation.method, pathOf(kind, operation.path, id));
      expect(answer).toMatchObject({ status: 204, text: "" });
      expect(await recordOf(kind, id)).toMatchObject({ disabled });
    });
  }

  test("delete: answers with the status of the definition, then the object is gone", async () => {
    const answer = await world.admin.request("DELETE", pathOf(kind, remove.path, id));
    if (preexists) return expectError(answer, 400, "BadRequest");
    expect(answer.status).toBe(remove.status);
    expect(answer.body).toEqual(remove.returns === "empty object" ? {} : undefined);
    expect(await recordOf(kind, id)).toBeUndefined();
    const again = await world.admin.request("DELETE", pathOf(kind, remove.path, id));
    expect(again.status).toBe(404);
  });

  if (!preexists) {
    test("create: the same idempotency key repeats the first answer", async () => {
      await world.admin.request("DELETE", pathOf(kind, remove.path, id));
      const headers = { "idempotency-key": `key of ${kind.name}` };
      const body = bodyOf(kind, samples.full);
      const send = () => world.admin.request("POST", world.path(kind), { body, headers });
      const answers = await Promise.all([send(), send(), send()]);
      id = idOf(answers[0]);
      expect(answers.map(answer => answer.status)).toEqual([create.status, create.status, create.status]);
      expect(new Set(answers.map(answer => answer.text)).size).toBe(1);
    });
  }

  const steps = { ...samples.steps, ...(samples.replace ? { replacement: samples.replace } : {}) };
  const stepEntries = preexists ? [] : Object.entries(steps);
  for (const [step, inputs] of stepEntries) {
    test(`create: the sample of the step ${step} is accepted and comes back`, async () => {
      await world.admin.request("DELETE", pathOf(kind, remove.path, id));
      id = await createOf(kind, inputs);
      expect(await recordOf(kind, id)).toMatchObject(visible(kind, bodyOf(kind, inputs)));
    });
  }

  test("create: a second object with the same natural key is refused", async () => {
    const answer = await world.admin.request("POST", world.path(kind), { body: bodyOf(kind, samples.full) });
    if (kind.shape === "singleton") return expect(answer.status).toBe(400);
    expectError(answer, 409, kind.errorCodes.alreadyExists);
  });

  const required = requiredKeys(kind, samples.minimal).filter(key => key !== kind.variantField);
  for (const key of required) {
    test(`create: without the required field ${key} it is refused and the field is named`, async () => {
      const { [key]: _, ...body } = bodyOf(kind, samples.minimal);
      const answer = await world.admin.request("POST", world.path(kind), { body });
      expect(answer.status).toBe(400);
      expect(["MissingParameter", "InvalidParameter"]).toContain((answer.body as JsonObject)["error_code"]);
      expect((answer.body as JsonObject)["error"]).toContain(key);
    });
  }
});

describe.each(objectKinds.map(kind => ({ name: kind.name, kind })))("$name", ({ kind }) => {
  const { read, update, delete: remove } = kind.operations;

  if (kind.shape !== "singleton") {
    test("unknown id: every operation on one object answers 404 with the code of the kind", async () => {
      const [samples] = Object.values(kind.samples);
      const body = bodyOf(kind, samples?.full, "update");
      const code = kind.errorCodes.notFound;
      if (read) expectError(await world.admin.request("GET", pathOf(kind, read.path, unknownId)), 404, code);
      expectError(
        await world.admin.request(update.method, pathOf(kind, update.path, unknownId), { body }),
        404,
        code,
      );
      expectError(await world.admin.request("DELETE", pathOf(kind, remove.path, unknownId)), 404, code);
    });
  }

  test("create: a body that is no JSON object is refused", async () => {
    for (const rawBody of ["[]", "3", '"text"', "null"]) {
      expectError(await world.admin.request("POST", world.path(kind), { rawBody }), 400, "BadRequest");
    }
    expectError(await world.admin.request("POST", world.path(kind)), 400, "BadRequest");
  });

  test("without a token: every operation answers 401", async () => {
    const answer = await world.admin.request("POST", world.path(kind), { token: null, body: {} });
    expectError(answer, 401, "InvalidSession");
  });
});

function bodyOf(kind: Kind, inputs: unknown, operation: "create" | "update" = "create"): JsonObject {
  return world.body(kind, inputs, operation);
}

function pathOf(kind: Kind, path: string, id: string): string {
  return world.path(kind) + path.replace("{id}", id);
}

async function createOf(kind: Kind, inputs: unknown): Promise<string> {
  const answer = await world.admin.request("POST", world.path(kind), { body: bodyOf(kind, inputs) });
  if (answer.status >= 300) throw new Error(`${kind.name}: ${answer.status} ${answer.text}`);
  return idOf(answer);
}

async function idOfExisting(kind: Kind, inputs: unknown): Promise<string> {
  const { body } = await world.admin.request("GET", world.path(kind));
  const type = (inputs as JsonObject)["type"];
  return String((body as JsonObject[]).find(item => item["type"] === type)?.["_id"]);
}

/** The record as an admin reads it; `undefined` when it is not there. */
async function recordOf(kind: Kind, id: string): Promise<JsonObject | undefined> {
  const { read } = kind.operations;
  const answer = await world.admin.request("GET", read ? pathOf(kind, read.path, id) : world.path(kind));
  if (!read) return (answer.body as JsonObject[]).find(item => item["_id"] === id);
  return answer.status === 200 ? (answer.body as JsonObject) : undefined;
}

/** What of a body comes back: everything but what is only sent. */
function visible(kind: Kind, body: JsonObject): JsonObject {
  const hidden = fieldsOf(kind.inputs)
    .filter(field => traitsOf(field.schema)?.writeOnly)
    .map(field => field.path[0]);
  return Object.fromEntries(Object.entries(body).filter(([key]) => !hidden.includes(key)));
}

function requiredKeys(kind: Kind, minimal: unknown): string[] {
  const required = fieldsOf(kind.inputs).filter(field => field.path.length === 1 && !field.optional);
  return required.map(field => String(field.path[0])).filter(key => key in (minimal as JsonObject));
}

function expectReturned(
  kind: Kind,
  returns: Kind["operations"]["create"]["returns"],
  answer: HttpAnswer,
  body: JsonObject,
) {
  if (returns === "nothing") return expect(answer.text).toBe("");
  if (returns === "empty object") return expect(answer.body).toEqual({});
  const record = answer.body as JsonObject;
  if (returns === "record") return expect(record).toMatchObject(visible(kind, body));
  expect(returns).toEqual(expect.arrayContaining(Object.keys(record)));
  expect(Object.keys(record)).toContain("_id");
}

function expectError(answer: HttpAnswer, status: number, code: string | undefined): void {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: {
      error: expect.any(String),
      error_code: code,
      link: expect.stringContaining(`/apps/${world.appId}/logs?co_id=`),
    },
  });
}
