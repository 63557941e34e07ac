import { isJsonObject, type JsonObject } from "@appstead/sdk";

const partitionTypes = ["string", "objectId", "long", "uuid"];

/** A field by which documents can be partitioned. */
export interface PartitionField {
  readonly key: string;
  readonly type: string;
}

/** Fields that every schema of a data source has with the same type, where that is one a partition key can have. */
export function partitionFields(schemas: readonly JsonObject[], dataSource: string): PartitionField[] {
  const typed = schemas.filter(schema => belongsTo(schema, dataSource)).map(fieldTypes);
  const [first, ...others] = typed;
  if (!first) return [];
  return [...first]
    .filter(([key, type]) => others.every(fields => fields.get(key) === type))
    .map(([key, type]) => ({ key, type }));
}

function belongsTo(schema: JsonObject, dataSource: string): boolean {
  return isJsonObject(schema["metadata"]) && schema["metadata"]["data_source"] === dataSource;
}

function fieldTypes({ schema }: JsonObject): Map<string, string> {
  const properties = isJsonObject(schema) && isJsonObject(schema["properties"]) ? schema["properties"] : {};
  const types = Object.entries(properties).flatMap(([key, property]) => {
    const type = isJsonObject(property) ? property["bsonType"] : undefined;
    return typeof type === "string" && key !== "_id" && partitionTypes.includes(type)
      ? [[key, type] as const]
      : [];
  });
  return new Map(types);
}
