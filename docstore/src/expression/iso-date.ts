import type { UtcDate } from "../bson/value.js";
import { CommandError } from "../command-error.js";

/** A date as JavaScript can compute with it; what lies beyond its range is refused. */
export function toJsDate(date: UtcDate): Date {
  const js = new Date(Number(date.ms));
  if (Number.isNaN(js.getTime()))
    throw new CommandError(18536, `date is out of the range of this server: ${date.ms} ms`);
  return js;
}

export function formatIsoDate(date: UtcDate): string {
  return toJsDate(date).toISOString();
}
