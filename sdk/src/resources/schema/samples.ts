import type { Samples } from "../../definition/kind";

interface SchemaSample {
  metadata: { data_source: string; database: string; collection: string };
  schema?: Record<string, unknown>;
  relationships?: Record<
    string,
    { ref: string; foreign_key: string; is_list?: boolean; source_key?: string }
  >;
}

const metadata = { data_source: "mongodb-atlas", database: "shop", collection: "parcels" };
const full: SchemaSample = {
  metadata,
  schema: {
    title: "Parcel",
    bsonType: "object",
    required: ["_id"],
    properties: {
      _id: { bsonType: "objectId" },
      order_id: { bsonType: "objectId" },
      weight_kg: { bsonType: "double" },
    },
  },
  relationships: {
    order_id: {
      ref: "#/relationship/mongodb-atlas/shop/orders",
      foreign_key: "_id",
      is_list: false,
      source_key: "order_id",
    },
  },
};

/** Samples of schemas. */
export const schemaSamples: Samples<SchemaSample> = {
  minimal: { metadata },
  full,
  update: {
    metadata,
    schema: {
      title: "Shipment",
      bsonType: "object",
      required: ["_id", "weight_kg"],
      properties: {
        _id: { bsonType: "objectId" },
        order_id: { bsonType: "array", items: { bsonType: "objectId" } },
        weight_kg: { bsonType: "double" },
      },
    },
    relationships: {
      order_id: {
        ref: "#/relationship/mongodb-atlas/shop/customers",
        foreign_key: "order_ids",
        is_list: true,
        source_key: "orders",
      },
    },
  },
  replace: { ...full, metadata: { data_source: "archive", database: "store", collection: "boxes" } },
};
