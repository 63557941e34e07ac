// Generated from the definition of the kind by `npm run generate`; do not edit.
import { logForwarderKind } from "@appstead/sdk/kinds/log-forwarder";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";

/** Arguments of a log forwarder. */
export interface LogForwarderArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app. Source: specification 1 §2.11, §4.4. */
  name: pulumi.Input<string>;
  /** Whether nothing is forwarded. Source: specification 1 §2.11, §4.4. */
  disabled: pulumi.Input<boolean>;
  /** Types of log entries to forward. Allowed: `"auth"`, `"endpoint"`, `"function"`, `"graphql"`, `"push"`, `"schema"`, `"service"`, `"sync"`, `"trigger"`, `"trigger_error_handler"`. Source: specification 1 §2.11, §4.4. */
  logTypes: pulumi.Input<pulumi.Input<"auth" | "endpoint" | "function" | "graphql" | "push" | "schema" | "service" | "sync" | "trigger" | "trigger_error_handler">[]>;
  /** Outcomes to forward; an entry must match its type and its outcome. Allowed: `"error"`, `"success"`. Source: specification 1 §2.11, §4.4. */
  logStatuses: pulumi.Input<pulumi.Input<"error" | "success">[]>;
  /** When entries are forwarded. Source: specification 1 §2.11, §4.4. */
  policy: pulumi.Input<LogForwarderPolicyArgs>;
  /** Where entries are forwarded to. Source: specification 1 §2.11, §4.4. */
  action: pulumi.Input<LogForwarderActionCollectionArgs | LogForwarderActionFunctionArgs>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** When entries are forwarded. */
export interface LogForwarderPolicyArgs {
  /** `single` forwards every entry at once, `batch` up to 100 entries at least once a minute. Allowed: `"single"`, `"batch"`. Source: specification 1 §2.11, §4.4. */
  type: pulumi.Input<"single" | "batch">;
}

/** Where entries are forwarded to. */
export interface LogForwarderActionCollectionArgs {
  /** `collection`: entries are inserted into a collection. Source: specification 1 §2.11, §4.4. */
  type: "collection";
  /** Name that is kept with the action. Source: specification 1 §2.11, §4.4. */
  name?: pulumi.Input<string>;
  /** Name of the data source. Source: specification 1 §2.11, §4.4. */
  dataSource: pulumi.Input<string>;
  /** Database of the collection. Source: specification 1 §2.11, §4.4. */
  database: pulumi.Input<string>;
  /** Collection that entries are inserted into. Source: specification 1 §2.11, §4.4. */
  collection: pulumi.Input<string>;
}

/** Where entries are forwarded to. */
export interface LogForwarderActionFunctionArgs {
  /** `function`: a function is called with the entries. Source: specification 1 §2.11, §4.4. */
  type: "function";
  /** Name of the function. Source: specification 1 §2.11, §4.4. */
  name: pulumi.Input<string>;
}

/** When entries are forwarded. */
export interface LogForwarderPolicy {
  /** `single` forwards every entry at once, `batch` up to 100 entries at least once a minute. Allowed: `"single"`, `"batch"`. Source: specification 1 §2.11, §4.4. */
  type: "single" | "batch";
}

/** Where entries are forwarded to. */
export interface LogForwarderActionCollection {
  /** `collection`: entries are inserted into a collection. Source: specification 1 §2.11, §4.4. */
  type: "collection";
  /** Name that is kept with the action. Source: specification 1 §2.11, §4.4. */
  name?: string;
  /** Name of the data source. Source: specification 1 §2.11, §4.4. */
  dataSource: string;
  /** Database of the collection. Source: specification 1 §2.11, §4.4. */
  database: string;
  /** Collection that entries are inserted into. Source: specification 1 §2.11, §4.4. */
  collection: string;
}

/** Where entries are forwarded to. */
export interface LogForwarderActionFunction {
  /** `function`: a function is called with the entries. Source: specification 1 §2.11, §4.4. */
  type: "function";
  /** Name of the function. Source: specification 1 §2.11, §4.4. */
  name: string;
}

/**
 * Copies log entries that match its types and outcomes into a collection or to a function.
 * Source: specification 1 §2.11, §4.4.
 */
export class LogForwarder extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:LogForwarder";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Name, unique in the app. Source: specification 1 §2.11, §4.4. */
  declare public readonly name: pulumi.Output<string>;
  /** Whether nothing is forwarded. Source: specification 1 §2.11, §4.4. */
  declare public readonly disabled: pulumi.Output<boolean>;
  /** Types of log entries to forward. Allowed: `"auth"`, `"endpoint"`, `"function"`, `"graphql"`, `"push"`, `"schema"`, `"service"`, `"sync"`, `"trigger"`, `"trigger_error_handler"`. Source: specification 1 §2.11, §4.4. */
  declare public readonly logTypes: pulumi.Output<("auth" | "endpoint" | "function" | "graphql" | "push" | "schema" | "service" | "sync" | "trigger" | "trigger_error_handler")[]>;
  /** Outcomes to forward; an entry must match its type and its outcome. Allowed: `"error"`, `"success"`. Source: specification 1 §2.11, §4.4. */
  declare public readonly logStatuses: pulumi.Output<("error" | "success")[]>;
  /** When entries are forwarded. Source: specification 1 §2.11, §4.4. */
  declare public readonly policy: pulumi.Output<LogForwarderPolicy>;
  /** Where entries are forwarded to. Source: specification 1 §2.11, §4.4. */
  declare public readonly action: pulumi.Output<LogForwarderActionCollection | LogForwarderActionFunction>;

  /**
   * Declares a log forwarder.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: LogForwarderArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(logForwarderKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
