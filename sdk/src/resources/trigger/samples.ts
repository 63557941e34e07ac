import type { z } from "zod";
import { idOf, type Samples } from "../../definition/kind";
import type { authenticationTrigger } from "./authentication";
import type { databaseTrigger } from "./database";
import type { scheduledTrigger } from "./scheduled";

const before = {
  disabled: false,
  function_name: "chargeCustomer",
  event_processors: {
    FUNCTION: { config: { function_name: "chargeCustomer" } },
    AWS_EVENTBRIDGE: {
      config: { account_id: "111122223333", region: "us-east-1", extended_json_enabled: false },
    },
  },
};
const after = {
  disabled: true,
  function_name: "refundCustomer",
  event_processors: {
    FUNCTION: { config: { function_name: "refundCustomer" } },
    AWS_EVENTBRIDGE: {
      config: { account_id: "444455556666", region: "eu-west-1", extended_json_enabled: true },
    },
  },
};

/** Inputs that change single halves of the function's reference pairs. */
function functionSteps<
  I extends { function_name?: string | undefined; event_processors?: object | undefined },
>(full: I) {
  const { function_name: _name, event_processors: _processors, ...rest } = full;
  const function_id = idOf("Function", "refundCustomer");
  return {
    function_id: { ...rest, function_id },
    function_name: { ...rest, function_name: "refundCustomer" },
    "event_processors.FUNCTION.config.function_id": {
      ...rest,
      event_processors: { FUNCTION: { config: { function_id } } },
    },
    "event_processors.FUNCTION.config.function_name": {
      ...rest,
      event_processors: { FUNCTION: { config: { function_name: "refundCustomer" } } },
    },
  };
}

type Database = z.input<typeof databaseTrigger>;

const databaseConfig: Database["config"] = {
  service_name: "mongodb-atlas",
  database: "shop",
  collection: "orders",
  operation_types: ["INSERT", "UPDATE"],
  match: { "fullDocument.total": { $gt: 100 } },
  project: { "fullDocument.total": 1 },
  full_document: false,
  full_document_before_change: false,
  skip_catchup_events: false,
  tolerate_resume_errors: false,
  unordered: false,
  maximum_throughput: false,
};
const handler = (function_name: string, enabled: boolean) => ({ config: { enabled, function_name } });
const database: Database = {
  name: "onOrder",
  type: "DATABASE",
  config: databaseConfig,
  ...before,
  error_handler: handler("chargeCustomer", false),
};
const { function_name: _name, ...databaseBase } = database;
const plainDatabase: Database = {
  name: "onOrder",
  type: "DATABASE",
  config: databaseConfig,
  function_name: "chargeCustomer",
};

/** Samples of database triggers. */
export const databaseSamples: Samples<Database> = {
  minimal: {
    name: "onOrder",
    type: "DATABASE",
    config: {
      service_name: "mongodb-atlas",
      database: "shop",
      collection: "orders",
      operation_types: ["INSERT"],
    },
    function_name: "chargeCustomer",
  },
  full: database,
  update: {
    name: "onCustomer",
    type: "DATABASE",
    config: {
      service_name: "archive",
      database: "store",
      collection: "customers",
      operation_types: ["REPLACE", "DELETE"],
      match: { "fullDocument.vip": true },
      project: { documentKey: 1 },
      full_document: true,
      full_document_before_change: true,
      skip_catchup_events: true,
      tolerate_resume_errors: true,
      unordered: true,
      maximum_throughput: true,
    },
    ...after,
    error_handler: handler("refundCustomer", true),
  },
  steps: {
    ...functionSteps(plainDatabase),
    "config.service_id": {
      ...plainDatabase,
      config: {
        service_id: idOf("DataSource", "archive"),
        database: "shop",
        operation_types: ["CREATE_COLLECTION"],
      },
    },
    "config.maximum_throughput": {
      ...database,
      config: { ...databaseConfig, unordered: true, maximum_throughput: true },
    },
    "error_handler.config.function_id": {
      ...databaseBase,
      error_handler: { config: { enabled: true, function_id: idOf("Function", "refundCustomer") } },
    },
  },
};

type Authentication = z.input<typeof authenticationTrigger>;

const authentication: Authentication = {
  name: "onLogin",
  type: "AUTHENTICATION",
  config: { operation_type: "LOGIN", providers: ["local-userpass"] },
  ...before,
};

/** Samples of authentication triggers. */
export const authenticationSamples: Samples<Authentication> = {
  minimal: {
    name: "onLogin",
    type: "AUTHENTICATION",
    config: { operation_type: "LOGIN", providers: ["local-userpass"] },
    function_name: "chargeCustomer",
  },
  full: authentication,
  update: {
    name: "onSignUp",
    type: "AUTHENTICATION",
    config: { operation_type: "CREATE", providers: ["local-userpass", "anon-user"] },
    ...after,
  },
  steps: functionSteps(authentication),
};

type Scheduled = z.input<typeof scheduledTrigger>;

const scheduled: Scheduled = {
  name: "nightly",
  type: "SCHEDULED",
  config: { schedule: "0 4 * * *", schedule_type: "BASIC", skip_catchup_events: false },
  ...before,
};

/** Samples of scheduled triggers. */
export const scheduledSamples: Samples<Scheduled> = {
  minimal: {
    name: "nightly",
    type: "SCHEDULED",
    config: { schedule: "0 4 * * *" },
    function_name: "chargeCustomer",
  },
  full: scheduled,
  update: {
    name: "weekdays",
    type: "SCHEDULED",
    config: { schedule: "*/15 8-18 * * MON-FRI", schedule_type: "ADVANCED", skip_catchup_events: true },
    ...after,
  },
  steps: functionSteps(scheduled),
};
