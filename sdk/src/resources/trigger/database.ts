import { z } from "zod";
import type { InputIssue } from "../../definition/kind";
import { flag, jsonObject, reference, text } from "../../definition/parts";
import { field } from "../../definition/traits";
import { source, triggerFields } from "./record";

const documentOperations = ["INSERT", "UPDATE", "REPLACE", "DELETE"] as const;
const databaseOperations = [
  "CREATE_COLLECTION",
  "MODIFY_COLLECTION",
  "RENAME_COLLECTION",
  "DROP_COLLECTION",
  "SHARD_COLLECTION",
  "RESHARD_COLLECTION",
  "REFINE_COLLECTION_SHARD_KEY",
  "CREATE_INDEXES",
  "DROP_INDEXES",
] as const;
const deploymentOperations = ["DROP_DATABASE"] as const;
const operations = z.enum([...documentOperations, ...databaseOperations, ...deploymentOperations]);
const option = (description: string) => flag(description, { default: "false", source }).optional();

const config = z.strictObject({
  ...reference("DataSource", "service", { describe: "the data source to watch", source }),
  database: text("Database to watch; without it the whole deployment is watched.", { source }).optional(),
  collection: text("Collection to watch; without it the whole database is watched.", { source }).optional(),
  operation_types: field(z.array(operations).min(1, "needs at least one operation type"), {
    description: `Changes that count. ${documentOperations.join(", ")} always; those of collections and indexes when a database or the deployment is watched; DROP_DATABASE when the deployment is watched.`,
    unordered: true,
    source,
  }),
  match: jsonObject("Filter on the change event.", { default: "{}", source }).optional(),
  project: jsonObject("Projection of the change event.", { default: "{}", source }).optional(),
  full_document: option("Whether updates carry the document as it is after the change."),
  full_document_before_change: option("Whether changes carry the document as it was before."),
  skip_catchup_events: option("Whether events that were missed while disabled are skipped."),
  tolerate_resume_errors: option("Whether the trigger goes on when events were lost."),
  unordered: option("Whether events are handled at the same time instead of one after the other."),
  maximum_throughput: option("Whether more events are handled at the same time; needs `unordered`."),
});

const errorHandler = z.strictObject({
  config: field(
    z.strictObject({
      enabled: flag("Whether the function is called.", { source }),
      ...reference("Function", "function", {
        describe: "the function that is called with failed events",
        required: false,
        source,
      }),
    }),
    { description: "Settings of the handler.", source },
  ),
});

/** Inputs of a database trigger. */
export const databaseTrigger = z.strictObject({
  ...triggerFields("DATABASE", "fires when documents change."),
  config: field(config, { description: "When the trigger fires.", source }),
  error_handler: field(errorHandler, {
    description: "What handles events that Amazon EventBridge refused.",
    source,
  }).optional(),
});

type Inputs = z.output<typeof databaseTrigger>;

/** Rules of database triggers: operation types fit what is watched, options fit each other. */
export function databaseTriggerIssues(value: Inputs): InputIssue[] {
  const { database, collection, unordered, maximum_throughput } = value.config;
  const issues = operationIssues(value.config);
  if (collection && !database) {
    issues.push({ path: ["config", "database"], message: "is required, because collection is set" });
  }
  if (maximum_throughput && !unordered) {
    issues.push({
      path: ["config", "maximum_throughput"],
      message: "needs unordered: true; set it or drop maximum_throughput",
    });
  }
  return [...issues, ...handlerIssues(value)];
}

/** A handler that is switched off may stand anywhere: exported triggers have one. */
function handlerIssues({ error_handler, event_processors }: Inputs): InputIssue[] {
  if (!error_handler?.config.enabled) return [];
  if (!event_processors?.AWS_EVENTBRIDGE) {
    const message = "is only for the event processor AWS_EVENTBRIDGE; add that or drop error_handler";
    return [{ path: ["error_handler"], message }];
  }
  const { function_id, function_name } = error_handler.config;
  const path = ["error_handler", "config", "function_id"];
  return (function_id ?? function_name)
    ? []
    : [{ path, message: "give one of function_id and function_name" }];
}

function operationIssues({ database, collection, operation_types }: Inputs["config"]): InputIssue[] {
  const allowed: readonly string[] = [
    ...documentOperations,
    ...(collection ? [] : databaseOperations),
    ...(collection || database ? [] : deploymentOperations),
  ];
  const watched = collection ? "a collection" : database ? "a database" : "a deployment";
  return operation_types.flatMap((type, index) =>
    allowed.includes(type)
      ? []
      : [
          {
            path: ["config", "operation_types", index],
            message: `${type} does not occur when ${watched} is watched; use ${allowed.join(", ")}`,
          },
        ],
  );
}
