// Generated from the definition of the kind by `npm run generate`; do not edit.
import { triggerKind } from "@appstead/sdk/kinds/trigger";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a trigger; `type` decides which. */
export type TriggerArgs =
  | TriggerDatabaseArgs
  | TriggerAuthenticationArgs
  | TriggerScheduledArgs;

/** Arguments of a trigger of type `DATABASE`. */
export interface TriggerDatabaseArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app. Source: specification 1 §2.7. */
  name: pulumi.Input<string>;
  /** `DATABASE`: fires when documents change. A change replaces the resource. Source: specification 1 §2.7. */
  type: "DATABASE";
  /** Whether the trigger does not fire. Default: `false`. Source: specification 1 §2.7. */
  disabled?: pulumi.Input<boolean>;
  /** Id of the function to call; short for the processor `FUNCTION`; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function to call; short for the processor `FUNCTION`; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: pulumi.Input<string>;
  /** What handles an event. Source: specification 1 §2.7. */
  eventProcessors?: pulumi.Input<TriggerDatabaseEventProcessorsArgs>;
  /** When the trigger fires. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerDatabaseConfigArgs>;
  /** What handles events that Amazon EventBridge refused. Source: specification 1 §2.7. */
  errorHandler?: pulumi.Input<TriggerDatabaseErrorHandlerArgs>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of a trigger of type `AUTHENTICATION`. */
export interface TriggerAuthenticationArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app. Source: specification 1 §2.7. */
  name: pulumi.Input<string>;
  /** `AUTHENTICATION`: fires when users are created, log in or are deleted. A change replaces the resource. Source: specification 1 §2.7. */
  type: "AUTHENTICATION";
  /** Whether the trigger does not fire. Default: `false`. Source: specification 1 §2.7. */
  disabled?: pulumi.Input<boolean>;
  /** Id of the function to call; short for the processor `FUNCTION`; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function to call; short for the processor `FUNCTION`; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: pulumi.Input<string>;
  /** What handles an event. Source: specification 1 §2.7. */
  eventProcessors?: pulumi.Input<TriggerAuthenticationEventProcessorsArgs>;
  /** When the trigger fires. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerAuthenticationConfigArgs>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Arguments of a trigger of type `SCHEDULED`. */
export interface TriggerScheduledArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Name, unique in the app. Source: specification 1 §2.7. */
  name: pulumi.Input<string>;
  /** `SCHEDULED`: fires at times. A change replaces the resource. Source: specification 1 §2.7. */
  type: "SCHEDULED";
  /** Whether the trigger does not fire. Default: `false`. Source: specification 1 §2.7. */
  disabled?: pulumi.Input<boolean>;
  /** Id of the function to call; short for the processor `FUNCTION`; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function to call; short for the processor `FUNCTION`; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: pulumi.Input<string>;
  /** What handles an event. Source: specification 1 §2.7. */
  eventProcessors?: pulumi.Input<TriggerScheduledEventProcessorsArgs>;
  /** When the trigger fires. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerScheduledConfigArgs>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** What handles an event. */
export interface TriggerDatabaseEventProcessorsArgs {
  /** Calls a function. Source: specification 1 §2.7. */
  FUNCTION?: pulumi.Input<TriggerDatabaseEventProcessorsFunctionArgs>;
  /** Sends events to Amazon EventBridge. Source: specification 1 §2.7. */
  AWS_EVENTBRIDGE?: pulumi.Input<TriggerDatabaseEventProcessorsAwsEventbridgeArgs>;
}

/** Calls a function. */
export interface TriggerDatabaseEventProcessorsFunctionArgs {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerDatabaseEventProcessorsFunctionConfigArgs>;
}

/** Settings of the processor. */
export interface TriggerDatabaseEventProcessorsFunctionConfigArgs {
  /** Id of the function to call; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function to call; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: pulumi.Input<string>;
}

/** Sends events to Amazon EventBridge. */
export interface TriggerDatabaseEventProcessorsAwsEventbridgeArgs {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerDatabaseEventProcessorsAwsEventbridgeConfigArgs>;
}

/** Settings of the processor. */
export interface TriggerDatabaseEventProcessorsAwsEventbridgeConfigArgs {
  /** AWS account that receives the events. Source: specification 1 §2.7. */
  accountId: pulumi.Input<string>;
  /** AWS region that receives the events. Source: specification 1 §2.7. */
  region: pulumi.Input<string>;
  /** Whether events are extended JSON. Default: `false`. Source: specification 1 §2.7. */
  extendedJsonEnabled?: pulumi.Input<boolean>;
}

/** When the trigger fires. */
export interface TriggerDatabaseConfigArgs {
  /** Id of the data source to watch; give this or `serviceName`. Source: specification 1 §2.7. */
  serviceId?: pulumi.Input<string>;
  /** Name of the data source to watch; give this or `serviceId`. Source: specification 1 §2.7. */
  serviceName?: pulumi.Input<string>;
  /** Database to watch; without it the whole deployment is watched. Source: specification 1 §2.7. */
  database?: pulumi.Input<string>;
  /** Collection to watch; without it the whole database is watched. Source: specification 1 §2.7. */
  collection?: pulumi.Input<string>;
  /** Changes that count. INSERT, UPDATE, REPLACE, DELETE always; those of collections and indexes when a database or the deployment is watched; DROP_DATABASE when the deployment is watched. Allowed: `"INSERT"`, `"UPDATE"`, `"REPLACE"`, `"DELETE"`, `"CREATE_COLLECTION"`, `"MODIFY_COLLECTION"`, `"RENAME_COLLECTION"`, `"DROP_COLLECTION"`, `"SHARD_COLLECTION"`, `"RESHARD_COLLECTION"`, `"REFINE_COLLECTION_SHARD_KEY"`, `"CREATE_INDEXES"`, `"DROP_INDEXES"`, `"DROP_DATABASE"`. Source: specification 1 §2.7. */
  operationTypes: pulumi.Input<pulumi.Input<"INSERT" | "UPDATE" | "REPLACE" | "DELETE" | "CREATE_COLLECTION" | "MODIFY_COLLECTION" | "RENAME_COLLECTION" | "DROP_COLLECTION" | "SHARD_COLLECTION" | "RESHARD_COLLECTION" | "REFINE_COLLECTION_SHARD_KEY" | "CREATE_INDEXES" | "DROP_INDEXES" | "DROP_DATABASE">[]>;
  /** Filter on the change event. Default: `{}`. Source: specification 1 §2.7. */
  match?: pulumi.Input<JsonObject>;
  /** Projection of the change event. Default: `{}`. Source: specification 1 §2.7. */
  project?: pulumi.Input<JsonObject>;
  /** Whether updates carry the document as it is after the change. Default: `false`. Source: specification 1 §2.7. */
  fullDocument?: pulumi.Input<boolean>;
  /** Whether changes carry the document as it was before. Default: `false`. Source: specification 1 §2.7. */
  fullDocumentBeforeChange?: pulumi.Input<boolean>;
  /** Whether events that were missed while disabled are skipped. Default: `false`. Source: specification 1 §2.7. */
  skipCatchupEvents?: pulumi.Input<boolean>;
  /** Whether the trigger goes on when events were lost. Default: `false`. Source: specification 1 §2.7. */
  tolerateResumeErrors?: pulumi.Input<boolean>;
  /** Whether events are handled at the same time instead of one after the other. Default: `false`. Source: specification 1 §2.7. */
  unordered?: pulumi.Input<boolean>;
  /** Whether more events are handled at the same time; needs `unordered`. Default: `false`. Source: specification 1 §2.7. */
  maximumThroughput?: pulumi.Input<boolean>;
}

/** What handles events that Amazon EventBridge refused. */
export interface TriggerDatabaseErrorHandlerArgs {
  /** Settings of the handler. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerDatabaseErrorHandlerConfigArgs>;
}

/** Settings of the handler. */
export interface TriggerDatabaseErrorHandlerConfigArgs {
  /** Whether the function is called. Source: specification 1 §2.7. */
  enabled: pulumi.Input<boolean>;
  /** Id of the function that is called with failed events; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function that is called with failed events; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: pulumi.Input<string>;
}

/** What handles an event. */
export interface TriggerAuthenticationEventProcessorsArgs {
  /** Calls a function. Source: specification 1 §2.7. */
  FUNCTION?: pulumi.Input<TriggerAuthenticationEventProcessorsFunctionArgs>;
  /** Sends events to Amazon EventBridge. Source: specification 1 §2.7. */
  AWS_EVENTBRIDGE?: pulumi.Input<TriggerAuthenticationEventProcessorsAwsEventbridgeArgs>;
}

/** Calls a function. */
export interface TriggerAuthenticationEventProcessorsFunctionArgs {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerAuthenticationEventProcessorsFunctionConfigArgs>;
}

/** Settings of the processor. */
export interface TriggerAuthenticationEventProcessorsFunctionConfigArgs {
  /** Id of the function to call; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function to call; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: pulumi.Input<string>;
}

/** Sends events to Amazon EventBridge. */
export interface TriggerAuthenticationEventProcessorsAwsEventbridgeArgs {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerAuthenticationEventProcessorsAwsEventbridgeConfigArgs>;
}

/** Settings of the processor. */
export interface TriggerAuthenticationEventProcessorsAwsEventbridgeConfigArgs {
  /** AWS account that receives the events. Source: specification 1 §2.7. */
  accountId: pulumi.Input<string>;
  /** AWS region that receives the events. Source: specification 1 §2.7. */
  region: pulumi.Input<string>;
  /** Whether events are extended JSON. Default: `false`. Source: specification 1 §2.7. */
  extendedJsonEnabled?: pulumi.Input<boolean>;
}

/** When the trigger fires. */
export interface TriggerAuthenticationConfigArgs {
  /** What users do. Allowed: `"LOGIN"`, `"CREATE"`, `"DELETE"`. Source: specification 1 §2.7. */
  operationType: pulumi.Input<"LOGIN" | "CREATE" | "DELETE">;
  /** Types of the auth providers that count. Allowed: `"anon-user"`, `"local-userpass"`, `"api-key"`, `"oauth2-apple"`, `"oauth2-google"`, `"oauth2-facebook"`, `"custom-token"`, `"custom-function"`. Source: specification 1 §2.7. */
  providers: pulumi.Input<pulumi.Input<"anon-user" | "local-userpass" | "api-key" | "oauth2-apple" | "oauth2-google" | "oauth2-facebook" | "custom-token" | "custom-function">[]>;
}

/** What handles an event. */
export interface TriggerScheduledEventProcessorsArgs {
  /** Calls a function. Source: specification 1 §2.7. */
  FUNCTION?: pulumi.Input<TriggerScheduledEventProcessorsFunctionArgs>;
  /** Sends events to Amazon EventBridge. Source: specification 1 §2.7. */
  AWS_EVENTBRIDGE?: pulumi.Input<TriggerScheduledEventProcessorsAwsEventbridgeArgs>;
}

/** Calls a function. */
export interface TriggerScheduledEventProcessorsFunctionArgs {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerScheduledEventProcessorsFunctionConfigArgs>;
}

/** Settings of the processor. */
export interface TriggerScheduledEventProcessorsFunctionConfigArgs {
  /** Id of the function to call; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: pulumi.Input<string>;
  /** Name of the function to call; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: pulumi.Input<string>;
}

/** Sends events to Amazon EventBridge. */
export interface TriggerScheduledEventProcessorsAwsEventbridgeArgs {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: pulumi.Input<TriggerScheduledEventProcessorsAwsEventbridgeConfigArgs>;
}

/** Settings of the processor. */
export interface TriggerScheduledEventProcessorsAwsEventbridgeConfigArgs {
  /** AWS account that receives the events. Source: specification 1 §2.7. */
  accountId: pulumi.Input<string>;
  /** AWS region that receives the events. Source: specification 1 §2.7. */
  region: pulumi.Input<string>;
  /** Whether events are extended JSON. Default: `false`. Source: specification 1 §2.7. */
  extendedJsonEnabled?: pulumi.Input<boolean>;
}

/** When the trigger fires. */
export interface TriggerScheduledConfigArgs {
  /** Five cron fields in UTC: minute, hour, day of month, month, day of week. Source: specification 1 §2.7. */
  schedule: pulumi.Input<string>;
  /** How the schedule was entered; kept as it is given. Source: specification 1 §2.7. */
  scheduleType?: pulumi.Input<string>;
  /** Whether times that were missed while disabled are skipped. Default: `false`. Source: specification 1 §2.7. */
  skipCatchupEvents?: pulumi.Input<boolean>;
}

/** When the trigger fires. */
export interface TriggerDatabaseConfig {
  /** Id of the data source to watch; give this or `serviceName`. Source: specification 1 §2.7. */
  serviceId?: string;
  /** Name of the data source to watch; give this or `serviceId`. Source: specification 1 §2.7. */
  serviceName?: string;
  /** Database to watch; without it the whole deployment is watched. Source: specification 1 §2.7. */
  database?: string;
  /** Collection to watch; without it the whole database is watched. Source: specification 1 §2.7. */
  collection?: string;
  /** Changes that count. INSERT, UPDATE, REPLACE, DELETE always; those of collections and indexes when a database or the deployment is watched; DROP_DATABASE when the deployment is watched. Allowed: `"INSERT"`, `"UPDATE"`, `"REPLACE"`, `"DELETE"`, `"CREATE_COLLECTION"`, `"MODIFY_COLLECTION"`, `"RENAME_COLLECTION"`, `"DROP_COLLECTION"`, `"SHARD_COLLECTION"`, `"RESHARD_COLLECTION"`, `"REFINE_COLLECTION_SHARD_KEY"`, `"CREATE_INDEXES"`, `"DROP_INDEXES"`, `"DROP_DATABASE"`. Source: specification 1 §2.7. */
  operationTypes: ("INSERT" | "UPDATE" | "REPLACE" | "DELETE" | "CREATE_COLLECTION" | "MODIFY_COLLECTION" | "RENAME_COLLECTION" | "DROP_COLLECTION" | "SHARD_COLLECTION" | "RESHARD_COLLECTION" | "REFINE_COLLECTION_SHARD_KEY" | "CREATE_INDEXES" | "DROP_INDEXES" | "DROP_DATABASE")[];
  /** Filter on the change event. Default: `{}`. Source: specification 1 §2.7. */
  match?: JsonObject;
  /** Projection of the change event. Default: `{}`. Source: specification 1 §2.7. */
  project?: JsonObject;
  /** Whether updates carry the document as it is after the change. Default: `false`. Source: specification 1 §2.7. */
  fullDocument?: boolean;
  /** Whether changes carry the document as it was before. Default: `false`. Source: specification 1 §2.7. */
  fullDocumentBeforeChange?: boolean;
  /** Whether events that were missed while disabled are skipped. Default: `false`. Source: specification 1 §2.7. */
  skipCatchupEvents?: boolean;
  /** Whether the trigger goes on when events were lost. Default: `false`. Source: specification 1 §2.7. */
  tolerateResumeErrors?: boolean;
  /** Whether events are handled at the same time instead of one after the other. Default: `false`. Source: specification 1 §2.7. */
  unordered?: boolean;
  /** Whether more events are handled at the same time; needs `unordered`. Default: `false`. Source: specification 1 §2.7. */
  maximumThroughput?: boolean;
}

/** When the trigger fires. */
export interface TriggerAuthenticationConfig {
  /** What users do. Allowed: `"LOGIN"`, `"CREATE"`, `"DELETE"`. Source: specification 1 §2.7. */
  operationType: "LOGIN" | "CREATE" | "DELETE";
  /** Types of the auth providers that count. Allowed: `"anon-user"`, `"local-userpass"`, `"api-key"`, `"oauth2-apple"`, `"oauth2-google"`, `"oauth2-facebook"`, `"custom-token"`, `"custom-function"`. Source: specification 1 §2.7. */
  providers: ("anon-user" | "local-userpass" | "api-key" | "oauth2-apple" | "oauth2-google" | "oauth2-facebook" | "custom-token" | "custom-function")[];
}

/** When the trigger fires. */
export interface TriggerScheduledConfig {
  /** Five cron fields in UTC: minute, hour, day of month, month, day of week. Source: specification 1 §2.7. */
  schedule: string;
  /** How the schedule was entered; kept as it is given. Source: specification 1 §2.7. */
  scheduleType?: string;
  /** Whether times that were missed while disabled are skipped. Default: `false`. Source: specification 1 §2.7. */
  skipCatchupEvents?: boolean;
}

/** What handles an event. */
export interface TriggerDatabaseEventProcessors {
  /** Calls a function. Source: specification 1 §2.7. */
  FUNCTION?: TriggerDatabaseEventProcessorsFunction;
  /** Sends events to Amazon EventBridge. Source: specification 1 §2.7. */
  AWS_EVENTBRIDGE?: TriggerDatabaseEventProcessorsAwsEventbridge;
}

/** Calls a function. */
export interface TriggerDatabaseEventProcessorsFunction {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: TriggerDatabaseEventProcessorsFunctionConfig;
}

/** Settings of the processor. */
export interface TriggerDatabaseEventProcessorsFunctionConfig {
  /** Id of the function to call; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: string;
  /** Name of the function to call; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: string;
}

/** Sends events to Amazon EventBridge. */
export interface TriggerDatabaseEventProcessorsAwsEventbridge {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: TriggerDatabaseEventProcessorsAwsEventbridgeConfig;
}

/** Settings of the processor. */
export interface TriggerDatabaseEventProcessorsAwsEventbridgeConfig {
  /** AWS account that receives the events. Source: specification 1 §2.7. */
  accountId: string;
  /** AWS region that receives the events. Source: specification 1 §2.7. */
  region: string;
  /** Whether events are extended JSON. Default: `false`. Source: specification 1 §2.7. */
  extendedJsonEnabled?: boolean;
}

/** What handles an event. */
export interface TriggerAuthenticationEventProcessors {
  /** Calls a function. Source: specification 1 §2.7. */
  FUNCTION?: TriggerAuthenticationEventProcessorsFunction;
  /** Sends events to Amazon EventBridge. Source: specification 1 §2.7. */
  AWS_EVENTBRIDGE?: TriggerAuthenticationEventProcessorsAwsEventbridge;
}

/** Calls a function. */
export interface TriggerAuthenticationEventProcessorsFunction {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: TriggerAuthenticationEventProcessorsFunctionConfig;
}

/** Settings of the processor. */
export interface TriggerAuthenticationEventProcessorsFunctionConfig {
  /** Id of the function to call; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: string;
  /** Name of the function to call; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: string;
}

/** Sends events to Amazon EventBridge. */
export interface TriggerAuthenticationEventProcessorsAwsEventbridge {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: TriggerAuthenticationEventProcessorsAwsEventbridgeConfig;
}

/** Settings of the processor. */
export interface TriggerAuthenticationEventProcessorsAwsEventbridgeConfig {
  /** AWS account that receives the events. Source: specification 1 §2.7. */
  accountId: string;
  /** AWS region that receives the events. Source: specification 1 §2.7. */
  region: string;
  /** Whether events are extended JSON. Default: `false`. Source: specification 1 §2.7. */
  extendedJsonEnabled?: boolean;
}

/** What handles an event. */
export interface TriggerScheduledEventProcessors {
  /** Calls a function. Source: specification 1 §2.7. */
  FUNCTION?: TriggerScheduledEventProcessorsFunction;
  /** Sends events to Amazon EventBridge. Source: specification 1 §2.7. */
  AWS_EVENTBRIDGE?: TriggerScheduledEventProcessorsAwsEventbridge;
}

/** Calls a function. */
export interface TriggerScheduledEventProcessorsFunction {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: TriggerScheduledEventProcessorsFunctionConfig;
}

/** Settings of the processor. */
export interface TriggerScheduledEventProcessorsFunctionConfig {
  /** Id of the function to call; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: string;
  /** Name of the function to call; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: string;
}

/** Sends events to Amazon EventBridge. */
export interface TriggerScheduledEventProcessorsAwsEventbridge {
  /** Settings of the processor. Source: specification 1 §2.7. */
  config: TriggerScheduledEventProcessorsAwsEventbridgeConfig;
}

/** Settings of the processor. */
export interface TriggerScheduledEventProcessorsAwsEventbridgeConfig {
  /** AWS account that receives the events. Source: specification 1 §2.7. */
  accountId: string;
  /** AWS region that receives the events. Source: specification 1 §2.7. */
  region: string;
  /** Whether events are extended JSON. Default: `false`. Source: specification 1 §2.7. */
  extendedJsonEnabled?: boolean;
}

/** What handles events that Amazon EventBridge refused. */
export interface TriggerDatabaseErrorHandler {
  /** Settings of the handler. Source: specification 1 §2.7. */
  config: TriggerDatabaseErrorHandlerConfig;
}

/** Settings of the handler. */
export interface TriggerDatabaseErrorHandlerConfig {
  /** Whether the function is called. Source: specification 1 §2.7. */
  enabled: boolean;
  /** Id of the function that is called with failed events; give this or `functionName`. Source: specification 1 §2.7. */
  functionId?: string;
  /** Name of the function that is called with failed events; give this or `functionId`. Source: specification 1 §2.7. */
  functionName?: string;
}

/**
 * Calls a function or sends an event when documents change, users log in or a time comes.
 * Source: specification 1 §2.7, §4.2.
 */
export class Trigger extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:Trigger";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Name, unique in the app. Source: specification 1 §2.7. */
  declare public readonly name: pulumi.Output<string>;
  /** The variant. Source: specification 1 §2.7. */
  declare public readonly type: pulumi.Output<"DATABASE" | "AUTHENTICATION" | "SCHEDULED">;
  /** When the trigger fires. Source: specification 1 §2.7. */
  declare public readonly config: pulumi.Output<TriggerDatabaseConfig | TriggerAuthenticationConfig | TriggerScheduledConfig>;
  /** Whether the trigger does not fire. Source: specification 1 §2.7. */
  declare public readonly disabled: pulumi.Output<boolean | undefined>;
  /** Id of the function to call; short for the processor `FUNCTION`; give this or `functionName`. Source: specification 1 §2.7. */
  declare public readonly functionId: pulumi.Output<string | undefined>;
  /** Name of the function to call; short for the processor `FUNCTION`; give this or `functionId`. Source: specification 1 §2.7. */
  declare public readonly functionName: pulumi.Output<string | undefined>;
  /** What handles an event. Source: specification 1 §2.7. */
  declare public readonly eventProcessors: pulumi.Output<TriggerDatabaseEventProcessors | TriggerAuthenticationEventProcessors | TriggerScheduledEventProcessors | undefined>;
  /** What handles events that Amazon EventBridge refused. Source: specification 1 §2.7. */
  declare public readonly errorHandler: pulumi.Output<TriggerDatabaseErrorHandler | undefined>;
  /** Time of the last change. Unit: seconds since the epoch. */
  declare public readonly lastModified: pulumi.Output<number | undefined>;

  /**
   * Declares a trigger.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: TriggerArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(triggerKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
