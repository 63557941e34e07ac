import { field, fieldsOf, kinds, traitsOf } from "@appstead/sdk";
import { z } from "zod";

const named = () => field(z.string(), { description: "A name.", immutable: true });

describe("traits", () => {
  test.each([
    ["optional", named().optional()],
    ["nullable", named().nullable()],
    ["nullish", named().nullish()],
    ["default", named().default("x")],
    ["transform", named().transform(value => value.length)],
    ["pipe", named().pipe(z.string())],
    ["readonly", named().readonly()],
    ["catch", named().catch("x")],
    ["lazy", z.lazy(named)],
  ])("survive %s", (_, schema) => {
    expect(traitsOf(schema)).toEqual({ description: "A name.", immutable: true });
  });

  test("survive partial and pick of the object that holds the field", () => {
    const object = z.strictObject({ name: named(), other: named() });
    expect(traitsOf(object.partial().shape.name)?.immutable).toBe(true);
    expect(traitsOf(object.pick({ name: true }).shape.name)?.immutable).toBe(true);
  });

  test("belong to one field although the schema is shared", () => {
    const shared = z.string();
    const first = field(shared, { description: "First." });
    const second = field(shared, { description: "Second.", writeOnly: true });
    expect(traitsOf(first)).toEqual({ description: "First." });
    expect(traitsOf(second)).toEqual({ description: "Second.", writeOnly: true });
    expect(traitsOf(shared)).toBeUndefined();
  });

  test("of a field that wraps another's are its own", () => {
    const outer = field(named().optional(), { description: "Outer." });
    expect(traitsOf(outer)).toEqual({ description: "Outer." });
  });
});

describe.each(kinds.map(kind => [kind.name, kind] as const))("%s", (_, kind) => {
  test("describes every field of its inputs and outputs in a sentence", () => {
    const fields = [...fieldsOf(kind.inputs), ...fieldsOf(kind.outputs)];
    const bad = fields.filter(({ traits }) => !/^[A-Z`].*\.$/s.test(traits?.description ?? ""));
    expect(bad.map(({ path }) => path.join("."))).toEqual([]);
  });

  test("marks as immutable everything below an immutable object", () => {
    const fields = fieldsOf(kind.inputs);
    const immutable = fields.filter(({ traits }) => traits?.immutable).map(({ path }) => path.join("."));
    const bad = fields.filter(
      ({ path, traits }) =>
        !traits?.immutable && immutable.some(outer => path.join(".").startsWith(`${outer}.`)),
    );
    expect(bad.map(({ path }) => path.join("."))).toEqual([]);
  });

  test("names both halves of each reference pair", () => {
    const fields = fieldsOf(kind.inputs);
    const paths = new Set(fields.map(({ path }) => path.join(".")));
    for (const { path, traits } of fields) {
      if (!traits?.ref?.sibling) continue;
      expect(paths).toContain([...path.slice(0, -1), traits.ref.sibling].join("."));
    }
  });
});

test("kinds: no two fields share a schema", () => {
  const owners = new Map<z.ZodType, string>();
  const shared: string[] = [];
  for (const kind of kinds) {
    for (const { path, schema, variant } of fieldsOf(kind.inputs)) {
      const owner = `${kind.name} ${variant ?? ""} ${path.join(".")}`;
      const other = owners.get(schema);
      if (other) shared.push(`${other} = ${owner}`);
      owners.set(schema, owner);
    }
  }
  expect(owners.size).toBeGreaterThan(200);
  expect(shared).toEqual([]);
});
