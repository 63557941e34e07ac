import { z } from "zod";
import { expression, filledText, jsonObject, text } from "../../definition/parts";
import { field } from "../../definition/traits";

const source = "1 §2.9";
const limitedName = (description: string) =>
  field(z.string().min(1, "must not be empty").max(100, "must be at most 100 characters long"), {
    description,
    source,
  });
const partId = (part: string) =>
  filledText(`Id that the ${part} has in an exported configuration; kept as it is.`, {
    source,
    argName: "id",
  }).optional();
const permission = (description: string, byDefault: string) =>
  expression(description, { default: byDefault, source }).optional();

/** Permissions of one document field and of the fields inside it. */
export interface FieldPermissions {
  read?: boolean | Record<string, unknown> | undefined;
  write?: boolean | Record<string, unknown> | undefined;
  fields?: Record<string, FieldPermissions> | undefined;
}

function fieldPermissions(): z.ZodType<FieldPermissions, FieldPermissions> {
  const permissions: z.ZodType<FieldPermissions, FieldPermissions> = z.strictObject({
    read: permission("Whether the field may be read.", "false"),
    write: permission("Whether the field may be written; implies read.", "false"),
    fields: nestedFields(
      () => permissions,
      "Permissions of the fields inside an embedded document, by name.",
    ),
  });
  return permissions;
}

function nestedFields(permissions: () => z.ZodType<FieldPermissions, FieldPermissions>, description: string) {
  return field(z.record(z.string(), z.lazy(permissions)), { description, source }).optional();
}

/** Roles of a rule: the first whose `apply_when` holds decides. */
export function rolesField() {
  const nested = fieldPermissions();
  const role = z.strictObject({
    _id: partId("role"),
    name: limitedName("Name of the role."),
    apply_when: expression("Whether the role applies to the user; `{}` always holds.", { source }),
    document_filters: field(
      z.strictObject({
        read: permission("Documents that may be read.", "true"),
        write: permission("Documents that may be written.", "true"),
      }),
      { description: "Filters that are added to every query; sync needs both.", source },
    ).optional(),
    read: permission("Whether all fields may be read; overrides `fields`.", "not set"),
    write: permission("Whether all fields may be written; implies read and overrides `fields`.", "not set"),
    insert: permission("Whether documents may be inserted; also needs write.", "true"),
    delete: permission("Whether documents may be deleted; also needs write.", "true"),
    search: permission("Whether documents may be searched with an index.", "true"),
    fields: nestedFields(() => nested, "Permissions of single fields, by name."),
    additional_fields: field(
      z.strictObject({
        read: permission("Whether they may be read.", "false"),
        write: permission("Whether they may be written; implies read.", "false"),
      }),
      { description: "Permissions of all fields that `fields` does not name.", source },
    ).optional(),
  });
  return field(z.array(role), {
    description: "Roles in order; the first that applies decides, none denies.",
    source,
  }).optional();
}

/** Filters of a rule: query and projection that are added to requests. */
export function filtersField() {
  const filter = z.strictObject({
    _id: partId("filter"),
    name: limitedName("Name of the filter."),
    apply_when: expression("Whether the filter applies to the request.", { source }),
    query: jsonObject("Query that is added to the request's own.", { source }).optional(),
    projection: field(z.record(z.string(), z.int().min(0, "must be 0 or 1").max(1, "must be 0 or 1")), {
      description: "Fields to include (1) or to leave out (0), by name.",
      source,
    }).optional(),
  });
  return field(z.array(filter), { description: "Filters; all that apply are added.", source }).optional();
}

/** Name of a rule that only the service sets. */
export const ruleName = () =>
  text("Name that the service gives the rule: `<database>.<collection>`.", { readOnly: true });
