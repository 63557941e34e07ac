import { z } from "zod";
import { ApiError } from "../../http/api-error";
import type { UserStore } from "../../identity/user-store";
import type { AppFunction } from "./app-objects";
import type { AppRunner } from "./app-runner";
import { readResult } from "./read-result";
import type { RunContext } from "./run-context";

const scriptAnswer = z.union([z.string(), z.object({ runAsSystem: z.literal(true) })]);

/**
 * Whether a function runs as the system user: by its own setting, by its script, or because nobody called.
 * A function that is set to run as a user needs that user to exist.
 *
 * @throws ApiError `FunctionExecutionError`
 */
export async function runsAsSystem(
  called: AppFunction,
  context: RunContext,
  runner: AppRunner,
  users: UserStore,
): Promise<boolean> {
  if (called.run_as_system) return true;
  if (called.run_as_user_id) {
    await requireUser(called, called.run_as_user_id, context, users);
    return false;
  }
  if (!called.run_as_user_id_script_source) return context.caller === undefined;
  const script = { name: `${called.name} (run as)`, source: called.run_as_user_id_script_source };
  const answer = scriptAnswer.safeParse(readResult(await runner.runSource(context, script, "[]", true)));
  if (!answer.success) {
    throw new ApiError(
      "FunctionExecutionError",
      `cannot run function '${called.name}': run_as_user_id_script_source must return the id of a user or {runAsSystem: true}`,
    );
  }
  if (typeof answer.data !== "string") return true;
  await requireUser(called, answer.data, context, users);
  return false;
}

async function requireUser(
  called: AppFunction,
  userId: string,
  context: RunContext,
  users: UserStore,
): Promise<void> {
  const user = await users.get(context.app.domain_id, userId);
  if (user !== undefined && !user.disabled) return;
  const why = user === undefined ? "does not exist" : "is disabled";
  throw new ApiError(
    "FunctionExecutionError",
    `cannot run function '${called.name}': the user '${userId}' that it runs as ${why}`,
  );
}
