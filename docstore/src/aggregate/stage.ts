import type { Doc, Value } from "../bson/value.js";
import type { Variables } from "../query/filter-node.js";
import type { ScanStats } from "../query/scan.js";
import type { Catalog } from "../storage/catalog.js";
import type { Database } from "../storage/database.js";

/** What a pipeline reads from. */
export interface PipelineSource {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly db: string;
  readonly variables: Variables | undefined;
  readonly hint: Value | undefined;
  readonly stats: ScanStats;
}

export type Stage = (docs: Iterable<Doc>) => Iterable<Doc>;

/** Runs a pipeline inside a stage, over documents of its own or those of a collection. */
export interface Nested {
  compile(pipeline: readonly Value[], variables: Variables | undefined): Stage;
  from(collection: string, pipeline: readonly Value[], variables: Variables | undefined): Iterable<Doc>;
}

/** Compiles one stage; throws for a wrong argument before any document is read. */
export type StageFactory = (argument: Value, nested: Nested, variables: Variables | undefined) => Stage;
