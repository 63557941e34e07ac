import { isJsonObject, traitsOf, walkData } from "@appstead/sdk";
import type { DraftDiff } from "./config-store";
import type { KindCatalog } from "./kind-catalog";
import { byCreation } from "./object-view";
import type { Overlay } from "./overlay";
import { withFields } from "./references-in";
import type { Source } from "./source";
import type { StoredObject } from "./stored-object";

interface ChangedObject {
  readonly before: StoredObject | undefined;
  readonly after: StoredObject | undefined;
}

/** Texts in the form of `diff -u`, one for each object that a draft changes. */
export async function diffDraft(catalog: KindCatalog, base: Source, edits: Overlay): Promise<DraftDiff> {
  const changed = await Promise.all(
    edits.entries().map(async ([key, after]): Promise<ChangedObject> => {
      const [before] = await base.lookup([key]);
      return { before, after };
    }),
  );
  return { diffs: changed.sort(inOrder).flatMap(object => textOf(catalog, object)) };
}

function inOrder(a: ChangedObject, b: ChangedObject): number {
  const [first, second] = [a.before ?? a.after, b.before ?? b.after];
  return first && second ? byCreation(first, second) : 0;
}

function textOf(catalog: KindCatalog, { before, after }: ChangedObject): string[] {
  const [from, to] = [before && linesOf(catalog, before), after && linesOf(catalog, after)];
  if (from === to && !writeOnlyChanged(catalog, before, after)) return [];
  const names = [
    before ? `a/${fileOf(catalog, before)}` : "/dev/null",
    after ? `b/${fileOf(catalog, after)}` : "/dev/null",
  ];
  // Loaded when a draft is compared for the first time: the start of the service does not need it.
  const { createTwoFilesPatch }: typeof import("diff") = require("diff");
  return [createTwoFilesPatch(names[0] ?? "", names[1] ?? "", from ?? "", to ?? "", "", "", { context: 3 })];
}

/** Name of the file of an object, for example `functions/greet.json`. */
function fileOf(catalog: KindCatalog, object: StoredObject): string {
  const words =
    catalog.naturalKey(object.kind, object.record)?.filter(value => typeof value === "string") ?? [];
  const name = words.length > 0 ? words.join(".") : object.id;
  const above = object.parentId === undefined || object.parentId === object.id ? "" : `${object.parentId}/`;
  return `${catalog.get(object.kind).slug}s/${above}${name}.json`;
}

/** The record as JSON, its source texts line by line below, and nothing of what is never returned. */
function linesOf(catalog: KindCatalog, { kind, record }: StoredObject): string {
  let shown = record;
  const sources: string[] = [];
  walkData(catalog.get(kind).inputs, record, ({ path, value, schema, parent }) => {
    const key = path.at(-1);
    const traits = traitsOf(schema);
    if (typeof key !== "string" || !isJsonObject(parent)) return;
    const at = path.slice(0, -1);
    if (traits?.writeOnly) shown = withFields(shown, at, { [key]: "<hidden>" });
    if (!traits?.text || typeof value !== "string") return;
    shown = withFields(shown, at, { [key]: "<below>" });
    sources.push(`\n// ${path.join(".")}\n${value}${value.endsWith("\n") ? "" : "\n"}`);
  });
  return `${JSON.stringify(shown, null, 4)}\n${sources.join("")}`;
}

function writeOnlyChanged(catalog: KindCatalog, before?: StoredObject, after?: StoredObject): boolean {
  if (!before || !after) return false;
  let hidden = false;
  walkData(catalog.get(after.kind).inputs, after.record, ({ traits }) => {
    hidden ||= traits?.writeOnly === true;
  });
  return hidden && JSON.stringify(before.record) !== JSON.stringify(after.record);
}
