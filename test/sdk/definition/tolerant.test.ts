import { type Field, field, fieldsOf, kinds, tolerant, traitsOf, variantsOf } from "@appstead/sdk";
import { z } from "zod";

interface Tree {
  name: string;
  children?: Record<string, Tree> | undefined;
}

const tree: z.ZodType<Tree, Tree> = z.strictObject({
  name: field(z.string(), { description: "Name.", immutable: true }),
  children: field(
    z.record(
      z.string(),
      z.lazy(() => tree),
    ),
    { description: "Children." },
  ).optional(),
});

test("tolerant: drops unknown keys at every depth, in recursive schemas too", () => {
  const data = {
    name: "a",
    more: 1,
    children: { b: { name: "b", more: 1, children: { c: { name: "c", more: 1 } } } },
  };
  expect(tree.safeParse(data).success).toBe(false);
  expect(tolerant(tree).parse(data)).toEqual({
    name: "a",
    children: { b: { name: "b", children: { c: { name: "c" } } } },
  });
});

test("tolerant: keeps traits, optionality and checks", () => {
  const schema = tolerant(
    z.strictObject({ days: field(z.int().max(5), { description: "Days.", unit: "days" }).optional() }),
  );
  expect(traitsOf(schema.shape.days)?.unit).toBe("days");
  expect(schema.parse({})).toEqual({});
  expect(schema.safeParse({ days: 9 }).success).toBe(false);
});

test("tolerant: keeps unknown keys where the schema keeps them, and enters unions and lists", () => {
  const schema = tolerant(
    z.strictObject({
      open: z.looseObject({ a: z.string() }),
      list: z.array(
        z.discriminatedUnion("t", [z.strictObject({ t: z.literal(1) }), z.strictObject({ t: z.literal(2) })]),
      ),
    }),
  );
  const data = { open: { a: "x", b: 1 }, list: [{ t: 2, more: 1 }] };
  expect(schema.parse(data)).toEqual({ open: { a: "x", b: 1 }, list: [{ t: 2 }] });
});

describe.each(kinds.map(kind => [kind.name, kind] as const))("outputs of %s", (_, kind) => {
  test("accept records with more keys than they know and drop these", () => {
    for (const variant of variantsOf(kind)) {
      const full = kind.samples[variant]?.full as Record<string, unknown>;
      const ids = { _id: "1", group_id: "2", domain_id: "3", client_app_id: "4" };
      const parsed = kind.outputs.parse({ ...ids, ...full, new_key: 1 }) as Record<string, unknown>;
      expect(parsed).not.toHaveProperty("new_key");
    }
  });

  test("have the traits of the inputs", () => {
    const named = (one: Field) => `${one.variant ?? ""} ${one.path.join(".")}`;
    const inputs = fieldsOf(kind.inputs).filter(({ traits }) => traits?.json || traits?.ref);
    const outputs = fieldsOf(kind.outputs);
    for (const input of inputs) {
      const same = outputs.filter(output => named(output) === named(input));
      expect(same.map(({ traits }) => traits)).toContainEqual(input.traits);
    }
  });
});
