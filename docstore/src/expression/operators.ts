import { arithmetic } from "./arithmetic.js";
import { array } from "./array.js";
import { comparison } from "./comparison.js";
import { conditional } from "./conditional.js";
import { conversion } from "./convert.js";
import { dateMath } from "./date-math.js";
import { dateParts } from "./date-parts.js";
import type { Operator } from "./expression.js";
import { iteration } from "./iteration.js";
import { objects } from "./objects.js";
import { regexOperators } from "./regex-operators.js";
import { sets } from "./sets.js";
import { statistics } from "./statistics.js";
import { string } from "./string.js";

const TABLES = [
  comparison,
  conditional,
  arithmetic,
  string,
  regexOperators,
  array,
  iteration,
  sets,
  objects,
  statistics,
  conversion,
  dateParts,
  dateMath,
];

/** Every expression operator by name, but for `$literal`, which the compiler itself knows. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  TABLES.flatMap(table => Object.entries(table)),
);
