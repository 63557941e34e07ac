import type { SecretStore } from "../../admin/secrets/secret-store";
import type { FunctionResult, FunctionRuntime, HostCalls, ResolvedFunction } from "../../functions";
import { ApiError } from "../../http/api-error";
import type { UserStore } from "../../identity/user-store";
import type { AppFunction } from "./app-objects";
import type { AppRunner } from "./app-runner";
import { canEvaluate } from "./can-evaluate";
import { runsAsSystem } from "./run-as";
import { appFacts, environmentFacts, type RunContext, userFacts } from "./run-context";

interface Parts {
  readonly functions: FunctionRuntime;
  readonly secrets: SecretStore;
  readonly users: UserStore;
}

/** Calls functions of apps on behalf of their users and of the service. */
export class FunctionCalls implements AppRunner {
  constructor(private readonly parts: Parts) {}

  /**
   * Calls a function as a client does: by name, and only if the client may.
   *
   * @throws ApiError `FunctionNotFound`, `FunctionNotCallable`; FunctionExecutionError when the function fails
   */
  async callByClient(
    context: RunContext,
    called: AppFunction,
    argumentsText: string,
  ): Promise<FunctionResult> {
    if (called.private) {
      throw new ApiError(
        "FunctionNotCallable",
        `function is private: '${called.name}' can only be called by other parts of the app`,
      );
    }
    if (!(await canEvaluate(called, context, this))) {
      throw new ApiError(
        "FunctionNotCallable",
        `function is not callable: '${called.name}' refuses this call (can_evaluate)`,
      );
    }
    return this.run(context, called, argumentsText);
  }

  async run(context: RunContext, called: AppFunction, argumentsText: string): Promise<FunctionResult> {
    return this.runSource(
      context,
      called,
      argumentsText,
      await runsAsSystem(called, context, this, this.parts.users),
    );
  }

  runSource(
    context: RunContext,
    { name, source }: Pick<AppFunction, "name" | "source">,
    argumentsText: string,
    asSystem: boolean,
  ): Promise<FunctionResult> {
    return this.parts.functions.run({
      appKey: context.app._id,
      functionName: name,
      source,
      argumentsText,
      context: {
        app: appFacts(context.app),
        environment: environmentFacts(context.app),
        user: userFacts(context.caller),
        ...(context.request === undefined ? {} : { request: context.request }),
        runningAsSystem: asSystem,
      },
      host: this.#host(context),
    });
  }

  async value(context: RunContext, name: string): Promise<unknown> {
    const found = await context.snapshot.valueNamed(name);
    if (found === undefined) return undefined;
    if (!found.from_secret) return found.value;
    return this.parts.secrets.readValue(context.app._id, String(found.value));
  }

  #host(context: RunContext): HostCalls {
    return {
      resolveFunction: async (name): Promise<ResolvedFunction | undefined> => {
        const found = await context.snapshot.functionNamed(name);
        return found && { name: found.name, source: found.source, runsAsSystem: found.run_as_system };
      },
      getValue: name => this.value(context, name),
    };
  }
}
