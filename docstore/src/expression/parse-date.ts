import { UtcDate } from "../bson/value.js";
import { CommandError } from "../command-error.js";

const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Parses an ISO 8601 date with an optional time and offset; without an offset it is UTC. */
export function parseDate(text: string): UtcDate {
  const match = DATE.exec(text.trim());
  const ms = match === null ? Number.NaN : toMs(match);
  if (Number.isNaN(ms)) throw new CommandError("ConversionFailure", `Error parsing date string '${text}'`);
  return new UtcDate(BigInt(ms));
}

function toMs(match: RegExpExecArray): number {
  const [
    ,
    year = "",
    month = "",
    day = "",
    hour = "00",
    minute = "00",
    second = "00",
    fraction = "",
    zone = "Z",
  ] = match;
  const ms = fraction.padEnd(3, "0").slice(0, 3);
  const offset = zone === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const parsed = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}${offset}`);
  // Date.parse takes 31 February for 3 March.
  const real = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return real ? parsed : Number.NaN;
}
