// Generated from the definition of the kind by `npm run generate`; do not edit.
import { functionKind } from "@appstead/sdk/kinds/function";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a function. */
export interface FunctionArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app; `/` makes a path. Source: specification 1 §2.5. */
  name: pulumi.Input<string>;
  /** Whether clients are refused; other functions, triggers and rules can call it all the same. Source: specification 1 §2.5. */
  private: pulumi.Input<boolean>;
  /** JavaScript source that assigns a function to `exports`. Source: specification 1 §2.5. */
  source: pulumi.Input<string>;
  /** Whether it runs as the system user, past rules. Default: `false`. Source: specification 1 §2.5. */
  runAsSystem?: pulumi.Input<boolean>;
  /** Id of the app user that it always runs as. Source: specification 1 §2.5. */
  runAsUserId?: pulumi.Input<string>;
  /** Source of a function that returns the id of the user to run as, evaluated for each call. Source: specification 1 §2.5. */
  runAsUserIdScriptSource?: pulumi.Input<string>;
  /** Expression that decides whether a call is allowed. Default: `{}` (allowed). Source: specification 1 §2.5. */
  canEvaluate?: pulumi.Input<boolean | JsonObject>;
  /** Whether arguments are left out of the log. Default: `false`. */
  disableArgLogs?: pulumi.Input<boolean>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/**
 * Server-side JavaScript that clients, triggers, rules and resolvers call.
 * Source: specification 1 §2.5, §4.2.
 */
export class Function extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:Function";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Name, unique in the app; `/` makes a path. Source: specification 1 §2.5. */
  declare public readonly name: pulumi.Output<string>;
  /** Whether clients are refused; other functions, triggers and rules can call it all the same. Source: specification 1 §2.5. */
  declare public readonly private: pulumi.Output<boolean>;
  /** JavaScript source that assigns a function to `exports`. Source: specification 1 §2.5. */
  declare public readonly source: pulumi.Output<string>;
  /** Whether it runs as the system user, past rules. Source: specification 1 §2.5. */
  declare public readonly runAsSystem: pulumi.Output<boolean | undefined>;
  /** Id of the app user that it always runs as. Source: specification 1 §2.5. */
  declare public readonly runAsUserId: pulumi.Output<string | undefined>;
  /** Source of a function that returns the id of the user to run as, evaluated for each call. Source: specification 1 §2.5. */
  declare public readonly runAsUserIdScriptSource: pulumi.Output<string | undefined>;
  /** Expression that decides whether a call is allowed. Source: specification 1 §2.5. */
  declare public readonly canEvaluate: pulumi.Output<boolean | JsonObject | undefined>;
  /** Whether arguments are left out of the log. */
  declare public readonly disableArgLogs: pulumi.Output<boolean | undefined>;
  /** Time of the last change. Unit: seconds since the epoch. */
  declare public readonly lastModified: pulumi.Output<number | undefined>;

  /**
   * Declares a function.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: FunctionArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(functionKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
