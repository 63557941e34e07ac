import { z } from "zod";
import { defineKind } from "../definition/kind";
import { recordId } from "../definition/parts";
import { tolerantShape } from "../definition/tolerant";
import { filtersField, rolesField } from "./rule/roles";
import { fullRoles, updatedRoles } from "./rule/samples";

const inputs = z.strictObject({ roles: rolesField(), filters: filtersField() });

/** The rule of all collections without one of their own. */
export const defaultRuleKind = defineKind({
  name: "DefaultRule",
  slug: "default-rule",
  title: "default rule",
  description:
    "Rule of all collections of a data source that have no rule of their own; at most one for each data source.",
  source: "1 §2.9, §4.2",
  shape: "singleton",
  path: "/groups/{groupId}/apps/{appId}/services/{serviceId}/default_rule",
  operations: {
    create: { method: "POST", path: "", status: 201, returns: "record" },
    read: { method: "GET", path: "", status: 200, returns: "record" },
    update: { method: "PUT", path: "", status: 204, returns: "nothing", sendsId: true },
    delete: { method: "DELETE", path: "", status: 204, returns: "nothing" },
  },
  inputs,
  outputs: z.object({ _id: recordId(), ...tolerantShape(inputs.shape) }),
  naturalKey: [],
  errorCodes: { notFound: "DefaultRuleNotFound" },
  drafted: true,
  deleteBeforeReplace: true,
  samples: { default: { minimal: { roles: [] }, full: fullRoles, update: updatedRoles } },
});
