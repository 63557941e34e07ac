// Generated from the definition of the kind by `npm run generate`; do not edit.
import { schemaKind } from "@appstead/sdk/kinds/schema";
import * as pulumi from "@pulumi/pulumi";
import { registration, shortenStacks } from "../registration";
import type { JsonObject } from "./json";

/** Arguments of a schema. */
export interface SchemaArgs {
  /** Id of the app that the object belongs to. A change replaces the resource. */
  appId: pulumi.Input<string>;
  /** Collection that the schema describes. A change replaces the resource. Source: specification 1 §2.9. */
  metadata: pulumi.Input<SchemaMetadataArgs>;
  /** JSON schema with `bsonType` types; `title` names the type in GraphQL and in clients. Source: specification 1 §2.9. */
  schema?: pulumi.Input<JsonObject>;
  /** Relationships to other collections, by property. Source: specification 1 §2.9. */
  relationships?: pulumi.Input<{ [key: string]: pulumi.Input<SchemaRelationshipArgs> }>;
  /** Whether an object that exists already is taken over instead of being an error. Default: `false`. */
  adopt?: boolean;
}

/** Collection that the schema describes. */
export interface SchemaMetadataArgs {
  /** Name of the data source. A change replaces the resource. Source: specification 1 §2.9. */
  dataSource: pulumi.Input<string>;
  /** Database of the collection. A change replaces the resource. Source: specification 1 §2.9. */
  database: pulumi.Input<string>;
  /** Collection; it has at most one schema. A change replaces the resource. Source: specification 1 §2.9. */
  collection: pulumi.Input<string>;
}

/** One of: relationships to other collections, by property. */
export interface SchemaRelationshipArgs {
  /** Collection that is pointed at: `#/relationship/<data source>/<database>/<collection>`. Source: specification 1 §2.9. */
  ref: pulumi.Input<string>;
  /** Field of the other collection that holds the property's value. Source: specification 1 §2.9. */
  foreignKey: pulumi.Input<string>;
  /** Whether the property holds a list of values. Default: `false`. Source: specification 1 §2.9. */
  isList?: pulumi.Input<boolean>;
  /** Field of this collection; the property's own name when not set. Source: specification 1 §2.9. */
  sourceKey?: pulumi.Input<string>;
}

/** Collection that the schema describes. */
export interface SchemaMetadata {
  /** Name of the data source. A change replaces the resource. Source: specification 1 §2.9. */
  dataSource: string;
  /** Database of the collection. A change replaces the resource. Source: specification 1 §2.9. */
  database: string;
  /** Collection; it has at most one schema. A change replaces the resource. Source: specification 1 §2.9. */
  collection: string;
}

/** One of: relationships to other collections, by property. */
export interface SchemaRelationship {
  /** Collection that is pointed at: `#/relationship/<data source>/<database>/<collection>`. Source: specification 1 §2.9. */
  ref: string;
  /** Field of the other collection that holds the property's value. Source: specification 1 §2.9. */
  foreignKey: string;
  /** Whether the property holds a list of values. Default: `false`. Source: specification 1 §2.9. */
  isList?: boolean;
  /** Field of this collection; the property's own name when not set. Source: specification 1 §2.9. */
  sourceKey?: string;
}

/**
 * JSON schema of the documents of one collection, and its relationships to other collections.
 * Source: specification 1 §2.9, §4.2.
 */
export class Schema extends pulumi.CustomResource {
  /** Type token, as states and policies name it. */
  public static readonly __pulumiType = "pulumi-nodejs:dynamic/appstead:Schema";

  /** Id of the app that the object belongs to. */
  declare public readonly appId: pulumi.Output<string>;
  /** Collection that the schema describes. Source: specification 1 §2.9. */
  declare public readonly metadata: pulumi.Output<SchemaMetadata>;
  /** JSON schema with `bsonType` types; `title` names the type in GraphQL and in clients. Source: specification 1 §2.9. */
  declare public readonly schema: pulumi.Output<JsonObject | undefined>;
  /** Relationships to other collections, by property. Source: specification 1 §2.9. */
  declare public readonly relationships: pulumi.Output<{ [key: string]: SchemaRelationship } | undefined>;

  /**
   * Declares a schema.
   *
   * @param name name of the resource in the program and in the stack's state
   */
  constructor(name: string, args: SchemaArgs, opts?: pulumi.CustomResourceOptions) {
    const restoreStacks = shortenStacks();
    try {
      super(...registration(schemaKind, name, args, opts));
    } finally {
      restoreStacks();
    }
  }
}
