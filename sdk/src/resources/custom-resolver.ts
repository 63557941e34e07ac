import { z } from "zod";
import { defineKind, type InputIssue } from "../definition/kind";
import { collectionOperations } from "../definition/operations";
import { recordId, reference } from "../definition/parts";
import { tolerantShape } from "../definition/tolerant";
import { field } from "../definition/traits";
import { isJsonObject } from "../definition/walk";
import { jsonSchemaIssues } from "./schema/json-schema";

const source = "1 §2.8, §4.7";
const graphqlName = (description: string) =>
  field(
    z
      .string()
      .regex(/^[_A-Za-z][_0-9A-Za-z]*$/, "must be a GraphQL name: a letter or _, then letters, digits or _")
      .regex(/^(?!__)/, "must not begin with __, which GraphQL keeps for itself"),
    {
      description,
      source,
    },
  );
const typeField = (description: string) =>
  field(z.union([z.string(), z.record(z.string(), z.unknown())]), {
    description,
    json: true,
    source,
  }).optional();
const formatField = (of: string) =>
  field(z.enum(["scalar", "scalar-list", "generated", "generated-list", "custom"]), {
    description: `What \`${of}\` is: the name of a scalar or generated type, one or a list, or a JSON schema (\`custom\`).`,
    source,
  }).optional();

const inputs = z.strictObject({
  on_type: graphqlName("Parent type: `Query`, `Mutation` or a generated document type."),
  field_name: graphqlName(
    "Name of the field, unique in its parent type; it hides a schema field of the same name.",
  ),
  ...reference("Function", "function", { describe: "the function that resolves the field", source }),
  input_type: typeField(
    "Type of the argument `input`, a name or a JSON schema; without it the field takes no argument.",
  ),
  input_type_format: formatField("input_type"),
  payload_type: typeField("Type of the result, a name or a JSON schema; without it the default payload."),
  payload_type_format: formatField("payload_type"),
});

type Inputs = z.output<typeof inputs>;

/** A field of the GraphQL API that a function resolves. */
export const customResolverKind = defineKind({
  name: "CustomResolver",
  slug: "custom-resolver",
  title: "custom resolver",
  description:
    "A field of the GraphQL API that a function resolves: a query, a mutation or a computed field.",
  source,
  shape: "collection",
  path: "/groups/{groupId}/apps/{appId}/graphql/custom_resolvers",
  operations: collectionOperations({
    create: { returns: "record" },
    update: { method: "PUT", status: 204, returns: "nothing", sendsId: true },
  }),
  inputs,
  outputs: z.object({ _id: recordId(), ...tolerantShape(inputs.shape) }),
  naturalKey: ["on_type", "field_name"],
  errorCodes: { notFound: "CustomResolverNotFound", alreadyExists: "CustomResolverAlreadyExists" },
  drafted: true,
  deleteBeforeReplace: true,
  verify: value => [...typeIssues(value, "input_type"), ...typeIssues(value, "payload_type")],
  samples: {
    default: {
      minimal: { on_type: "Query", field_name: "openOrders", function_name: "chargeCustomer" },
      full: {
        on_type: "Query",
        field_name: "orderCount",
        function_name: "chargeCustomer",
        input_type: "String",
        input_type_format: "scalar",
        payload_type: "Int",
        payload_type_format: "scalar",
      },
      update: {
        on_type: "Order",
        field_name: "discount",
        function_name: "refundCustomer",
        input_type: {
          title: "DiscountInput",
          bsonType: "object",
          properties: { percent: { bsonType: "int" } },
        },
        input_type_format: "custom",
        payload_type: {
          bsonType: "array",
          items: { title: "Discount", bsonType: "object", properties: { off: { bsonType: "int" } } },
        },
        payload_type_format: "custom",
      },
      steps: {
        function_id: { on_type: "Query", field_name: "orderCount", function_id: "<Function:refundCustomer>" },
        input_type: {
          on_type: "Query",
          field_name: "orderCount",
          function_name: "chargeCustomer",
          input_type: "Int",
          input_type_format: "scalar",
        },
        input_type_format: {
          on_type: "Query",
          field_name: "orderCount",
          function_name: "chargeCustomer",
          input_type: "String",
          input_type_format: "scalar-list",
        },
        payload_type: {
          on_type: "Query",
          field_name: "orderCount",
          function_name: "chargeCustomer",
          payload_type: "Order",
          payload_type_format: "generated",
        },
        payload_type_format: {
          on_type: "Query",
          field_name: "orderCount",
          function_name: "chargeCustomer",
          payload_type: "Int",
          payload_type_format: "scalar-list",
        },
      },
    },
  },
});

function typeIssues(value: Inputs, key: "input_type" | "payload_type"): InputIssue[] {
  const [type, format] = [value[key], value[`${key}_format`]];
  const path = [`${key}_format`];
  if (type === undefined)
    return format === undefined ? [] : [{ path, message: `needs ${key}; set it or drop ${key}_format` }];
  if (typeof type === "string") {
    return format === "custom"
      ? [{ path, message: `is "custom", but ${key} is a name; give a JSON schema or another format` }]
      : [];
  }
  if (format !== undefined && format !== "custom") {
    return [{ path, message: `must be "custom", because ${key} is a JSON schema` }];
  }
  return [...jsonSchemaIssues(type, [key]), ...objectTypeIssues(type, key)];
}

/** A custom type is an object with a title and properties; a payload may also be a list of such. */
function objectTypeIssues(schema: Record<string, unknown>, key: "input_type" | "payload_type"): InputIssue[] {
  const isList = key === "payload_type" && schema["bsonType"] === "array";
  const type = isList ? schema["items"] : schema;
  const path = isList ? [key, "items"] : [key];
  if (!isJsonObject(type)) return [{ path, message: "must be the JSON schema of the list's elements" }];
  const properties = type["properties"];
  const empty = !isJsonObject(properties) || Object.keys(properties).length === 0;
  return [
    ...(typeof type["title"] === "string" && type["title"]
      ? []
      : [{ path: [...path, "title"], message: "is required: it names the new type" }]),
    ...(empty ? [{ path: [...path, "properties"], message: "must have at least one property" }] : []),
  ];
}
