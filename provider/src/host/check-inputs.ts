import type { InputIssue, JsonObject, Kind } from "@appstead/sdk";
import { parentParameters } from "@appstead/sdk/definition/fields";
import { pairIssues } from "@appstead/sdk/definition/references";
import { checkInputs } from "@appstead/sdk/definition/validate";
import { expressionIssues } from "@appstead/sdk/expressions/validate";
import { adoptKey } from "../abi";
import { inArgumentNames, toArgumentPath } from "../properties/argument-names";
import { valueAt } from "../properties/carried";
import { parseProperties } from "../properties/properties";
import { holdsUnknown, isUnknown } from "../properties/unknown";
import { parseImportId } from "./import-id";

/** One thing wrong with the inputs of a resource, as the engine wants it. */
export interface CheckFailure {
  /** Path of the argument, for example `roles[0].applyWhen`. */
  readonly property: string;
  readonly reason: string;
}

/**
 * The failure as the engine should show it. Of a failure with a property it prints the value too: a secret in clear, a
 * source text in full, and `<nil>` for everything deeper than an argument. So the reason names the property.
 */
export function withoutValue({ property, reason }: CheckFailure): CheckFailure {
  return { property: "", reason: property === "" ? reason : `${property}: ${reason}` };
}

/** Checks the inputs of a resource; what depends on values that are not known yet is left for later. */
export function checkProperties(kind: Kind, properties: JsonObject): CheckFailure[] {
  const { wire } = parseProperties(kind, properties);
  const issues = settingIssues(kind, wire);
  return [
    ...parentFailures(kind, properties),
    ...adoptFailures(properties),
    ...importFailures(kind, properties),
    ...issues.map(issue => ({
      property: toArgumentPath(kind, issue.path),
      reason: inArgumentNames(kind, issue.message),
    })),
  ];
}

function settingIssues(kind: Kind, wire: JsonObject): readonly InputIssue[] {
  const checked = checkInputs(kind, wire);
  const issues = checked.ok ? [] : decidable(kind, wire, checked.issues);
  return issues.length > 0 ? issues : settled(wire, expressionIssues(kind, wire));
}

/** The issues that stay whatever the unknown values turn out to be. */
function decidable(kind: Kind, wire: JsonObject, issues: readonly InputIssue[]): readonly InputIssue[] {
  if (!holdsUnknown(wire)) return issues;
  // Rules between fields may have looked at placeholders; those of reference pairs only ask what is given.
  return settled(wire, kind.inputs.safeParse(wire).success ? pairIssues(kind, wire) : issues);
}

/** The issues at values that are known, and have nothing unknown inside. */
function settled(wire: JsonObject, issues: readonly InputIssue[]): readonly InputIssue[] {
  return issues.filter(({ path }) => {
    const onTheWay = path.map((_, index) => valueAt(wire, path.slice(0, index)));
    return !onTheWay.some(isUnknown) && !holdsUnknown(valueAt(wire, path));
  });
}

function parentFailures(kind: Kind, properties: JsonObject): CheckFailure[] {
  return parentParameters(kind).flatMap(name => {
    const value = properties[name];
    if (value === undefined || value === null || value === "")
      return [{ property: name, reason: "is required" }];
    return typeof value === "string" ? [] : [{ property: name, reason: "must be an id, that is a text" }];
  });
}

function adoptFailures(properties: JsonObject): CheckFailure[] {
  const value = properties[adoptKey];
  if (value === undefined || typeof value === "boolean" || isUnknown(value)) return [];
  return [{ property: adoptKey, reason: "must be true or false" }];
}

function importFailures(kind: Kind, properties: JsonObject): CheckFailure[] {
  const { importId } = parseProperties(kind, properties);
  if (importId === undefined || isUnknown(importId)) return [];
  try {
    parseImportId(kind, importId, {});
    return [];
  } catch (error) {
    return [{ property: "import", reason: error instanceof Error ? error.message : String(error) }];
  }
}
