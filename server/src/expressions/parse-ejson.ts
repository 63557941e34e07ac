import type { JsonObject } from "@appstead/sdk";
import { EJSON } from "bson";

/** The value that an object of extended JSON stands for; throws when it is malformed. */
export function parseEjson(value: JsonObject): unknown {
  return EJSON.deserialize(value, { relaxed: false });
}
