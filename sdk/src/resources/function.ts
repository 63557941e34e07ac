import { z } from "zod";
import { defineKind } from "../definition/kind";
import { collectionOperations } from "../definition/operations";
import { expression, flag, integer, recordId, text } from "../definition/parts";
import { field } from "../definition/traits";

const inputs = z.strictObject({
  name: field(
    z
      .string()
      .min(1, "must not be empty")
      .regex(/^[\w\-/]*$/, "can only contain ASCII letters, numbers, underscores, hyphens, and slashes"),
    {
      description: "Name, unique in the app; `/` makes a path.",
      source: "1 §2.5",
    },
  ),
  private: flag(
    "Whether clients are refused; other functions, triggers and rules can call it all the same.",
    { source: "1 §2.5" },
  ),
  source: text("JavaScript source that assigns a function to `exports`.", { text: true, source: "1 §2.5" }),
  run_as_system: flag("Whether it runs as the system user, past rules.", {
    default: "false",
    source: "1 §2.5",
  }).optional(),
  run_as_user_id: text("Id of the app user that it always runs as.", { source: "1 §2.5" }).optional(),
  run_as_user_id_script_source: text(
    "Source of a function that returns the id of the user to run as, evaluated for each call.",
    {
      text: true,
      source: "1 §2.5",
    },
  ).optional(),
  can_evaluate: expression("Expression that decides whether a call is allowed.", {
    default: "{} (allowed)",
    source: "1 §2.5",
  }).optional(),
  disable_arg_logs: flag("Whether arguments are left out of the log.", { default: "false" }).optional(),
});

/** A function of an app. */
export const functionKind = defineKind({
  name: "Function",
  slug: "function",
  title: "function",
  description: "Server-side JavaScript that clients, triggers, rules and resolvers call.",
  source: "1 §2.5, §4.2",
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/functions",
  operations: collectionOperations({
    create: { returns: ["_id", "name"] },
    update: { method: "PUT", status: 200, returns: "record" },
  }),
  inputs,
  outputs: z.object({
    _id: recordId(),
    ...inputs.shape,
    last_modified: integer("Time of the last change.", {
      readOnly: true,
      unit: "seconds since the epoch",
    }).optional(),
  }),
  listKeys: ["_id", "name", "last_modified"],
  naturalKey: ["name"],
  errorCodes: { notFound: "FunctionNotFound", alreadyExists: "FunctionDuplicateName" },
  drafted: true,
  deleteBeforeReplace: true,
  verify: value =>
    value.run_as_user_id && value.run_as_user_id_script_source
      ? [
          {
            path: ["run_as_user_id"],
            message: "give only one of run_as_user_id and run_as_user_id_script_source",
          },
        ]
      : [],
  samples: {
    default: {
      minimal: { name: "ping", private: false, source: "exports = () => 'pong';" },
      full: {
        name: "orderTotal",
        private: false,
        source:
          "exports = async function orderTotal(lines) {\n  return lines.reduce((sum, l) => sum + l.price * l.count, 0);\n};\n",
        run_as_system: false,
        run_as_user_id: "5f0000000000000000000001",
        can_evaluate: { "%%user.type": "normal" },
        disable_arg_logs: false,
      },
      update: {
        name: "orderTotalWithTax",
        private: true,
        source:
          "exports = async function orderTotal(lines) {\n  return 1.2 * lines.reduce((sum, l) => sum + l.price * l.count, 0);\n};\n",
        run_as_system: true,
        run_as_user_id: "5f0000000000000000000002",
        can_evaluate: { "%%user.type": "server" },
        disable_arg_logs: true,
      },
      steps: {
        run_as_user_id_script_source: {
          name: "orderTotal",
          private: false,
          source: "exports = () => 0;",
          run_as_user_id_script_source: "exports = () => '5f0000000000000000000003';",
        },
      },
    },
  },
});
