import type { Kind } from "@appstead/sdk";

/** Schema of a field or of a whole kind, in the definition language. */
export type Schema = Kind["inputs"];
