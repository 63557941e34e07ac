import { checkInputs, type JsonObject, type Kind, walkData } from "@appstead/sdk";
import { expressionIssues } from "@appstead/sdk/expressions/validate";
import { parseEjson } from "../../expressions";
import { ApiError } from "../../http/api-error";
import type { AdminParts } from "../admin-parts";
import { inputError } from "./input-error";

/** Largest source code of one field, well below what exhausts the compiler's memory. */
const maxSourceMiB = 4;

/**
 * Checks a record before it is stored: shape, source code and expressions; the configuration store checks the rest.
 * Keys that the kind does not know are dropped.
 *
 * @throws ApiError that names every field with something wrong
 */
export async function checkRecord(
  parts: Pick<AdminParts, "checkSource">,
  kind: Kind,
  record: JsonObject,
): Promise<JsonObject> {
  const checked = checkInputs(kind, record, { tolerateUnknownKeys: true });
  if (!checked.ok) throw inputError(checked.issues);
  const { value } = checked;
  await checkSources(parts, kind, value);
  const issues = expressionIssues(kind, value, { parseEjson });
  if (issues.length > 0) throw inputError(issues);
  return kind.normalize?.(value) ?? value;
}

async function checkSources(
  parts: Pick<AdminParts, "checkSource">,
  kind: Kind,
  record: JsonObject,
): Promise<void> {
  const sources: { path: string; source: string }[] = [];
  walkData(kind.inputs, record, ({ path, value, traits }) => {
    if (traits?.text && typeof value === "string") sources.push({ path: path.join("."), source: value });
  });
  for (const { path, source } of sources) {
    if (Buffer.byteLength(source) > maxSourceMiB * 1024 ** 2)
      throw new ApiError(
        "InvalidParameter",
        `${path}: is too large to be compiled; at most ${maxSourceMiB} MiB`,
      );
    const outcome = await parts.checkSource(source);
    if (outcome.ok) continue;
    const { message, line, column } = outcome;
    throw new ApiError("FunctionSyntaxError", `${path}: ${message} (line ${line}, column ${column})`);
  }
}
