import { z } from "zod";
import { expression, filledText, flag, integer, text } from "../../definition/parts";
import { tolerantShape } from "../../definition/tolerant";
import { field } from "../../definition/traits";
import { stateField } from "./state";

const source = "2 §2.2";

/** Inputs of a partition-based sync configuration. */
export const partitionSync = z.strictObject({
  type: field(z.literal("partition"), {
    description: "`partition`: deprecated partition-based sync.",
    immutable: true,
    source,
  }),
  state: stateField(),
  development_mode_enabled: flag("Whether clients may extend the schemas.", {
    default: "false",
    source,
  }).optional(),
  database_name: text("Database that development mode uses.", { source }).optional(),
  partition: field(
    z.strictObject({
      key: filledText("Field that partitions documents; must not change while sync is enabled.", {
        immutable: true,
        source,
      }),
      type: field(z.enum(["string", "objectId", "long", "uuid"]), {
        description: "Type of the key.",
        immutable: true,
        source,
      }),
      required: flag("Whether documents without the key are ignored.", {
        immutable: true,
        default: "false",
      }).optional(),
      permissions: field(
        z.strictObject({
          read: expression("Who may read a partition.", { immutable: true, source }),
          write: expression("Who may write a partition; implies read.", { immutable: true, source }),
        }),
        { description: "Evaluated every time a user opens a partition.", immutable: true, source },
      ),
    }),
    {
      description: "How documents are partitioned; a change needs sync to be terminated.",
      immutable: true,
      source,
    },
  ),
  client_max_offline_days: integer("Days after which an offline client must reset.", {
    unit: "days",
    default: "30",
    source,
  }).optional(),
  is_recovery_mode_disabled: flag("Whether clients discard unsynced changes at a reset.", {
    default: "false",
    source,
  }).optional(),
});

/** What the service returns of a partition-based sync configuration. */
export const partitionSyncOutputs = z.object({
  ...tolerantShape(partitionSync.shape),
  last_disabled: field(z.union([z.number(), z.string()]), {
    description: "Time at which sync was last disabled.",
    readOnly: true,
  }).optional(),
});
