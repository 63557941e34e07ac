import {
  checkInputs,
  fixtures,
  type JsonObject,
  type Kind,
  kindNamed,
  kinds,
  parseIdOf,
  referencesOf,
  sampleSteps,
  unchangedFields,
  variantsOf,
} from "@appstead/sdk";

function kind(name: string): Kind {
  const found = kindNamed(name);
  if (!found) throw new Error(`no kind ${name}`);
  return found;
}

function inputsOf(one: Kind, variant: string): [string, JsonObject][] {
  const { minimal, full, update, replace } = one.samples[variant] ?? {};
  const whole = Object.entries({ minimal, full, update, replace }).filter(
    ([, inputs]) => inputs !== undefined,
  );
  const steps = sampleSteps(one, variant).map(({ field, inputs }): [string, JsonObject] => [
    `step ${field}`,
    inputs,
  ]);
  return [...(whole as [string, JsonObject][]), ...steps];
}

function naturalKey(one: Kind, inputs: JsonObject): string {
  const values = one.naturalKey.map(path =>
    path.split(".").reduce<unknown>((value, key) => (value as JsonObject | undefined)?.[key], inputs),
  );
  return JSON.stringify(values);
}

const known = new Set(fixtures.map(({ kind: name, inputs }) => `${name} ${inputs["name"]}`));
const variants = kinds.flatMap(one => variantsOf(one).map(variant => [one.name, variant] as const));

describe.each(variants)("samples of %s %s", (name, variant) => {
  const one = kind(name);

  test("pass the check", () => {
    const failures = inputsOf(one, variant).flatMap(([title, inputs]) => {
      const checked = checkInputs(one, inputs);
      return checked.ok ? [] : [{ title, issues: checked.issues }];
    });
    expect(failures).toEqual([]);
  });

  test("change every field", () => {
    expect(unchangedFields(one, variant)).toEqual([]);
  });

  test("update leaves fields alone that force replacement, replace changes only such", () => {
    const { full, update, replace } = one.samples[variant] ?? {};
    for (const { field, replaces } of sampleSteps(one, variant)) {
      if (field.includes("[]") || field.includes("{}")) continue;
      const at = (inputs: unknown) =>
        field.split(".").reduce<unknown>((value, key) => (value as JsonObject)?.[key], inputs);
      if (replaces) expect([field, at(update)]).toEqual([field, at(full)]);
      else if (replace && at(replace) !== undefined) expect([field, at(replace)]).toEqual([field, at(full)]);
    }
  });

  test("refer only to fixtures", () => {
    const missing = inputsOf(one, variant).flatMap(([, inputs]) =>
      referencesOf(one, inputs).flatMap(({ kind: target, by, value }) => {
        const key = by === "id" ? parseIdOf(value)?.key : value;
        return known.has(`${target} ${key}`) ? [] : [`${target} by ${by} ${value}`];
      }),
    );
    expect(missing).toEqual([]);
  });

  test("are not called like a fixture", () => {
    const taken = new Set(
      fixtures.filter(({ kind: target }) => target === name).map(({ inputs }) => naturalKey(one, inputs)),
    );
    for (const [, inputs] of inputsOf(one, variant)) expect(taken).not.toContain(naturalKey(one, inputs));
  });
});

test("sampleSteps: a step differs from the full sample in its field and says whether it replaces", () => {
  const steps = sampleSteps(kind("Schema"), "default");
  const database = steps.find(({ field }) => field === "metadata.database");
  expect(database).toMatchObject({
    replaces: true,
    inputs: { metadata: { database: "store", collection: "parcels" } },
  });
  expect(steps.find(({ field }) => field === "relationships.{}.is_list")).toMatchObject({
    replaces: false,
    inputs: { relationships: { order_id: { is_list: true, foreign_key: "_id" } } },
  });
});

test("unchangedFields: names a field that no sample changes", () => {
  const secret = kind("Secret");
  const { full } = secret.samples["default"] ?? {};
  const incomplete: Kind = {
    ...secret,
    samples: { default: { minimal: full, full, update: { ...(full as object), value: "other" } } },
  };
  expect(unchangedFields(incomplete, "default")).toEqual(["name"]);
});

describe("fixtures", () => {
  test("pass the check", () => {
    for (const { kind: name, inputs } of fixtures) {
      expect([inputs, checkInputs(kind(name), inputs).ok]).toEqual([inputs, true]);
    }
  });

  test("come after what they refer to, and each once", () => {
    const created = new Set<string>();
    for (const { kind: name, inputs } of fixtures) {
      for (const { kind: target, value } of referencesOf(kind(name), inputs)) {
        expect(created).toContain(`${target} ${JSON.stringify([value])}`);
      }
      const own = `${name} ${naturalKey(kind(name), inputs)}`;
      expect(created).not.toContain(own);
      created.add(own);
    }
  });
});
