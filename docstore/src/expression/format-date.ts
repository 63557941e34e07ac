import { CommandError } from "../command-error.js";
import { dayOfYear, isoWeek, isoWeekYear, sundayWeek } from "./weeks.js";

const pad = (value: number, size: number): string => String(value).padStart(size, "0");

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const SPECIFIERS: Readonly<Record<string, (clock: Date, offset: number) => string>> = {
  Y: clock => pad(clock.getUTCFullYear(), 4),
  m: clock => pad(clock.getUTCMonth() + 1, 2),
  d: clock => pad(clock.getUTCDate(), 2),
  H: clock => pad(clock.getUTCHours(), 2),
  M: clock => pad(clock.getUTCMinutes(), 2),
  S: clock => pad(clock.getUTCSeconds(), 2),
  L: clock => pad(clock.getUTCMilliseconds(), 3),
  j: clock => pad(dayOfYear(clock), 3),
  w: clock => String(clock.getUTCDay() + 1),
  u: clock => String(clock.getUTCDay() || 7),
  U: clock => pad(sundayWeek(clock), 2),
  V: clock => pad(isoWeek(clock), 2),
  G: clock => pad(isoWeekYear(clock), 4),
  b: clock => (MONTHS[clock.getUTCMonth()] ?? "").slice(0, 3),
  B: clock => MONTHS[clock.getUTCMonth()] ?? "",
  z: (_clock, offset) =>
    `${offset < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(offset) / 60), 2)}${pad(Math.abs(offset) % 60, 2)}`,
  Z: (_clock, offset) => String(offset),
  "%": () => "%",
};

/** Writes a wall clock by MongoDB's format specifiers. */
export function formatDate(clock: Date, format: string, offsetMinutes: number): string {
  return format.replace(/%([\s\S]?)/g, (_whole, specifier: string) => {
    const write = Object.hasOwn(SPECIFIERS, specifier) ? SPECIFIERS[specifier] : undefined;
    if (write === undefined)
      throw new CommandError(18536, `Invalid format character '%${specifier}' in format string`);
    return write(clock, offsetMinutes);
  });
}
