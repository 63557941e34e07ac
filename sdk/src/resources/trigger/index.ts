import { z } from "zod";
import { defineKind, type InputIssue, type JsonObject } from "../../definition/kind";
import { collectionOperations } from "../../definition/operations";
import { integer, recordId } from "../../definition/parts";
import { tolerant } from "../../definition/tolerant";
import { isJsonObject } from "../../definition/walk";
import { authenticationTrigger } from "./authentication";
import { cronIssue } from "./cron";
import { databaseTrigger, databaseTriggerIssues } from "./database";
import { authenticationSamples, databaseSamples, scheduledSamples } from "./samples";
import { scheduledTrigger } from "./scheduled";

const inputs = z.discriminatedUnion("type", [databaseTrigger, authenticationTrigger, scheduledTrigger]);

type Inputs = z.output<typeof inputs>;

const record = <S extends z.ZodRawShape>(variant: z.ZodObject<S, z.core.$strict>) =>
  z.object({
    _id: recordId(),
    ...tolerant(variant).shape,
    last_modified: integer("Time of the last change.", {
      readOnly: true,
      unit: "seconds since the epoch",
    }).optional(),
  });

/** Something that happens on events. */
export const triggerKind = defineKind({
  name: "Trigger",
  slug: "trigger",
  title: "trigger",
  description: "Calls a function or sends an event when documents change, users log in or a time comes.",
  source: "1 §2.7, §4.2",
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/triggers",
  operations: collectionOperations({
    create: { returns: "record" },
    update: { method: "PUT", status: 204, returns: "nothing", sendsId: true },
    delete: { status: 200, returns: "empty object" },
  }),
  inputs,
  outputs: z.discriminatedUnion("type", [
    record(databaseTrigger),
    record(authenticationTrigger),
    record(scheduledTrigger),
  ]),
  naturalKey: ["name"],
  errorCodes: { notFound: "TriggerNotFound", alreadyExists: "TriggerAlreadyExists" },
  drafted: true,
  deleteBeforeReplace: true,
  variantField: "type",
  normalize: record => ({ ...mirrorFunction(record), disabled: record["disabled"] ?? false }),
  verify: value => [...processorIssues(value), ...variantIssues(value)],
  samples: { DATABASE: databaseSamples, AUTHENTICATION: authenticationSamples, SCHEDULED: scheduledSamples },
});

/** Copies the function between the root and the processor `FUNCTION`, whichever side names it. */
function mirrorFunction(trigger: JsonObject): JsonObject {
  const processors = isJsonObject(trigger["event_processors"]) ? trigger["event_processors"] : {};
  const processor = isJsonObject(processors["FUNCTION"]) ? processors["FUNCTION"] : {};
  const config = isJsonObject(processor["config"]) ? processor["config"] : {};
  const names = functionOf(config) ?? functionOf(trigger);
  if (!names) return { ...trigger, event_processors: processors };
  const mirrored = { ...processor, config: { ...config, ...names } };
  return { ...trigger, ...names, event_processors: { ...processors, FUNCTION: mirrored } };
}

function functionOf(holder: JsonObject): JsonObject | undefined {
  const entries = ["function_id", "function_name"].flatMap(key => (holder[key] ? [[key, holder[key]]] : []));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function processorIssues(value: Inputs): InputIssue[] {
  const inner = value.event_processors?.FUNCTION?.config;
  const named = value.function_id ?? value.function_name;
  const any = named || inner || value.event_processors?.AWS_EVENTBRIDGE;
  if (!any)
    return [
      {
        path: ["event_processors"],
        message: "something must handle events: give function_name, function_id or event_processors",
      },
    ];
  return (["function_id", "function_name"] as const).flatMap(key => {
    const differs = inner?.[key] !== undefined && value[key] !== undefined && inner[key] !== value[key];
    return differs
      ? [
          {
            path: [key],
            message: `differs from event_processors.FUNCTION.config.${key}; give only one of them`,
          },
        ]
      : [];
  });
}

function variantIssues(value: Inputs): InputIssue[] {
  if (value.type === "DATABASE") return databaseTriggerIssues(value);
  if (value.type === "AUTHENTICATION") return [];
  const message = cronIssue(value.config.schedule);
  return message === undefined ? [] : [{ path: ["config", "schedule"], message }];
}
