import { CommandError } from "../command-error.js";

/** Minutes that a zone is ahead of UTC at an instant. */
export type ZoneOffset = (ms: number) => number;

const UTC: ZoneOffset = () => 0;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone by its Olson name, as an offset such as "+02:00", or UTC. */
export function zoneOffset(zone: string | undefined): ZoneOffset {
  if (zone === undefined || zone === "UTC" || zone === "GMT" || zone === "Z") return UTC;
  const fixed = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0);
    return () => (fixed[1] === "-" ? -minutes : minutes);
  }
  const format = formatFor(zone);
  return ms => offsetAt(format, ms);
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const made = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, made);
    return made;
  } catch {
    throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`);
  }
}

function offsetAt(format: Intl.DateTimeFormat, ms: number): number {
  const parts = new Map(format.formatToParts(ms).map(part => [part.type, part.value] as const));
  const get = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = parts.get("era") === "BC" ? 1 - get("year") : get("year");
  const local = new Date(0);
  local.setUTCFullYear(year, get("month") - 1, get("day"));
  local.setUTCHours(get("hour"), get("minute"), get("second"));
  return Math.round((local.getTime() - Math.floor(ms / 1000) * 1000) / 60_000);
}

/** The instant whose wall clock in the zone shows `localMs`. */
export function fromLocal(localMs: number, offset: ZoneOffset): number {
  const guess = localMs - offset(localMs) * 60_000;
  return localMs - offset(guess) * 60_000;
}
