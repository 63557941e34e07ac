import { z } from "zod";
import { flag, text } from "../../definition/parts";
import { field } from "../../definition/traits";
import { source, triggerFields } from "./record";

/** Inputs of a scheduled trigger. */
export const scheduledTrigger = z.strictObject({
  ...triggerFields("SCHEDULED", "fires at times."),
  config: field(
    z.strictObject({
      schedule: text("Five cron fields in UTC: minute, hour, day of month, month, day of week.", { source }),
      schedule_type: text("How the schedule was entered; kept as it is given.", { source }).optional(),
      skip_catchup_events: flag("Whether times that were missed while disabled are skipped.", {
        default: "false",
        source,
      }).optional(),
    }),
    { description: "When the trigger fires.", source },
  ),
});
