import type { InputIssue } from "../../definition/kind";
import { nearest } from "../../definition/nearest";
import { isJsonObject } from "../../definition/walk";

const bsonTypes = [
  "object",
  "array",
  "string",
  "number",
  "int",
  "long",
  "double",
  "decimal",
  "date",
  "timestamp",
  "bool",
  "null",
  "regex",
  "objectId",
  "binData",
  "binary",
  "uuid",
  "function",
  "javascript",
  "symbol",
  "mixed",
  "minKey",
  "maxKey",
];

type Path = readonly (string | number)[];

/**
 * What is malformed in a JSON schema with BSON types: wrong kinds of keywords and unknown types.
 * Keywords that it does not know are left alone.
 */
export function jsonSchemaIssues(schema: unknown, path: Path): InputIssue[] {
  if (!isJsonObject(schema)) return [{ path, message: "must be a JSON schema, that is an object" }];
  return [
    ...typeIssues(schema["bsonType"], [...path, "bsonType"]),
    ...requiredIssues(schema["required"], [...path, "required"]),
    ...propertyMaps.flatMap(key => propertyIssues(schema[key], [...path, key])),
    ...schemaPlaces.flatMap(key => itemIssues(schema[key], [...path, key])),
    ...combinations.flatMap(key => combinationIssues(schema[key], [...path, key])),
    ...titleIssues(schema["title"], [...path, "title"]),
  ];
}

/** Keywords that hold schemas by property, one schema or a list of them. */
const propertyMaps = ["properties", "patternProperties"];
const schemaPlaces = ["items", "additionalItems", "additionalProperties", "not"];
const combinations = ["anyOf", "allOf", "oneOf"];

function typeIssues(type: unknown, path: Path): InputIssue[] {
  if (type === undefined) return [];
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.flatMap(one => {
    if (typeof one === "string" && bsonTypes.includes(one)) return [];
    const hint = typeof one === "string" ? nearest(one, bsonTypes) : undefined;
    const names = hint ? `did you mean "${hint}"?` : `use one of ${bsonTypes.join(", ")}`;
    return [{ path, message: `unknown type ${JSON.stringify(one)}, ${names}` }];
  });
}

function requiredIssues(required: unknown, path: Path): InputIssue[] {
  const valid =
    required === undefined || (Array.isArray(required) && required.every(key => typeof key === "string"));
  return valid ? [] : [{ path, message: "must be a list of property names" }];
}

function propertyIssues(properties: unknown, path: Path): InputIssue[] {
  if (properties === undefined) return [];
  if (!isJsonObject(properties))
    return [{ path, message: "must be an object that maps property names to JSON schemas" }];
  return Object.entries(properties).flatMap(([key, child]) => jsonSchemaIssues(child, [...path, key]));
}

function itemIssues(items: unknown, path: Path): InputIssue[] {
  if (items === undefined || typeof items === "boolean") return [];
  if (Array.isArray(items)) return items.flatMap((child, index) => jsonSchemaIssues(child, [...path, index]));
  return jsonSchemaIssues(items, path);
}

function combinationIssues(schemas: unknown, path: Path): InputIssue[] {
  if (schemas === undefined) return [];
  if (!Array.isArray(schemas)) return [{ path, message: "must be a list of JSON schemas" }];
  return schemas.flatMap((child, index) => jsonSchemaIssues(child, [...path, index]));
}

function titleIssues(title: unknown, path: Path): InputIssue[] {
  return title === undefined || typeof title === "string" ? [] : [{ path, message: "must be a text" }];
}
