import { EJSON } from "bson";
import { evaluateExpression } from "../../expressions";
import type { AppFunction } from "./app-objects";
import type { AppRunner } from "./app-runner";
import { readResult } from "./read-result";
import { environmentFacts, type RunContext, userFacts } from "./run-context";

/** Whether the function's `can_evaluate` lets this call through; without one it does. */
export async function canEvaluate(
  called: AppFunction,
  context: RunContext,
  runner: AppRunner,
): Promise<boolean> {
  const expression = called.can_evaluate;
  if (expression === undefined || expression === true) return true;
  return evaluateExpression(
    expression,
    {
      user: userFacts(context.caller),
      request: context.request,
      environment: environmentFacts(context.app),
      values: () => namedValues(expression, context, runner),
    },
    { callFunction: (name, args) => callByName(name, args, context, runner) },
  );
}

// Only the values that the expression names are read, because each may be a secret to decrypt.
async function namedValues(
  expression: unknown,
  context: RunContext,
  runner: AppRunner,
): Promise<Readonly<Record<string, unknown>>> {
  const names = [...JSON.stringify(expression).matchAll(/%%values\.([\w-]+)/g)].flatMap(
    ([, name]) => name ?? [],
  );
  const entries = names.map(async name => [name, await runner.value(context, name)] as const);
  return Object.fromEntries((await Promise.all(entries)).filter(([, value]) => value !== undefined));
}

async function callByName(
  name: string,
  args: readonly unknown[],
  context: RunContext,
  runner: AppRunner,
): Promise<unknown> {
  const found = await context.snapshot.functionNamed(name);
  if (found === undefined) throw new Error(`function not found: '${name}'`);
  return readResult(await runner.run(context, found, EJSON.stringify([...args], { relaxed: false })));
}
