import { z } from "zod";
import { flag, reference, resourceName, text } from "../../definition/parts";
import { field } from "../../definition/traits";

/** Section of the specification that describes triggers. */
export const source = "1 §2.7";

const settings = "Settings of the processor.";

function processors() {
  const functionProcessor = z.strictObject({
    config: field(
      z.strictObject(reference("Function", "function", { describe: "the function to call", source })),
      {
        description: settings,
        source,
      },
    ),
  });
  const eventBridge = z.strictObject({
    config: field(
      z.strictObject({
        account_id: text("AWS account that receives the events.", { source }),
        region: text("AWS region that receives the events.", { source }),
        extended_json_enabled: flag("Whether events are extended JSON.", {
          default: "false",
          source,
        }).optional(),
      }),
      { description: settings, source },
    ),
  });
  return z.strictObject({
    FUNCTION: field(functionProcessor, {
      description: "Calls a function.",
      source,
    }).optional(),
    AWS_EVENTBRIDGE: field(eventBridge, {
      description: "Sends events to Amazon EventBridge.",
      source,
    }).optional(),
  });
}

/** Fields that every trigger has; fresh ones for each variant. */
export function triggerFields<const T extends string>(type: T, description: string) {
  return {
    name: resourceName("Name, unique in the app.", { max: 64, source }),
    type: field(z.literal(type), { description: `\`${type}\`: ${description}`, immutable: true, source }),
    disabled: flag("Whether the trigger does not fire.", { default: "false", source }).optional(),
    ...reference("Function", "function", {
      required: false,
      describe: "the function to call; short for the processor `FUNCTION`",
      source,
    }),
    event_processors: field(processors(), { description: "What handles an event.", source }).optional(),
  };
}
