import { checkInputs, type InputIssue, type JsonObject, type Kind, walkData } from "@appstead/sdk";
import { ApiError } from "../../http/api-error";
import type { AdminParts } from "../admin-parts";
import { inputError } from "./input-error";
import type { KindHooks, VerifyContext } from "./kind-hooks";
import { reducePairs } from "./reference-pairs";

/**
 * Checks a record before it is stored: shape, references in pairs, source code, expressions, and what the kind adds.
 * Keys that the kind does not know are dropped.
 *
 * @throws ApiError that names every field with something wrong
 */
export async function checkRecord(
  parts: Pick<AdminParts, "checkSource">,
  kind: Kind,
  hooks: KindHooks,
  record: JsonObject,
  context: VerifyContext,
): Promise<JsonObject> {
  const checked = checkInputs(kind, record, { tolerateUnknownKeys: true });
  if (!checked.ok) throw inputError(checked.issues);
  const reduced = await reducePairs(kind, checked.value, context.view, context.before?.record);
  await checkSources(parts, kind, reduced);
  const issues = [...(await expressionIssues(kind, reduced)), ...((await hooks.verify?.(reduced, context)) ?? [])];
  if (issues.length > 0) throw inputError(issues);
  return kind.normalize?.(reduced) ?? reduced;
}

async function checkSources(parts: Pick<AdminParts, "checkSource">, kind: Kind, record: JsonObject): Promise<void> {
  const sources: { path: string; source: string }[] = [];
  walkData(kind.inputs, record, ({ path, value, traits }) => {
    if (traits?.text && typeof value === "string") sources.push({ path: path.join("."), source: value });
  });
  for (const { path, source } of sources) {
    const outcome = await parts.checkSource(source);
    if (!outcome.ok) throw new ApiError("FunctionSyntaxError", `${path}: ${outcome.message}`);
  }
}

async function expressionIssues(kind: Kind, record: JsonObject): Promise<InputIssue[]> {
  const found: { path: readonly (string | number)[]; value: unknown }[] = [];
  walkData(kind.inputs, record, ({ path, value, traits }) => {
    if (traits?.expression) found.push({ path, value });
  });
  if (found.length === 0) return [];
  const { validateExpression } = await import("../../expressions/index.js");
  return found.flatMap(({ path, value }) => validateExpression(value).map(issue => ({ path, message: issue })));
}
