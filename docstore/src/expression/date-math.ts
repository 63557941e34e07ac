import { toDouble } from "../bson/exact.js";
import { isNullish, isNumeric } from "../bson/type.js";
import { UtcDate } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type Argument, NamedArguments } from "./arguments.js";
import { requireDate, wallClock, zoneName } from "./date-parts.js";
import type { Operator, OperatorTable, Scope } from "./expression.js";
import { parseDate } from "./parse-date.js";
import { fromLocal, zoneOffset } from "./time-zone.js";

const FIXED_MS: Readonly<Record<string, number>> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const MONTHS: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };

function unitOf(value: Argument, name: string): string {
  if (typeof value === "string" && (Object.hasOwn(FIXED_MS, value) || Object.hasOwn(MONTHS, value)))
    return value;
  throw new CommandError(
    "FailedToParse",
    `${name} requires 'unit' to be one of year, quarter, month, week, day, hour, minute, second, millisecond`,
  );
}

/** Days and longer move the wall clock, shorter units the instant. */
function shift(date: UtcDate, unit: string, amount: number, zone: string | undefined): UtcDate {
  const fixed = FIXED_MS[unit];
  if (fixed !== undefined && fixed < 86_400_000) return new UtcDate(date.ms + BigInt(amount * fixed));
  const clock = wallClock(date, zone);
  if (fixed !== undefined) clock.setTime(clock.getTime() + amount * fixed);
  else moveMonths(clock, amount * (MONTHS[unit] ?? 1));
  return new UtcDate(BigInt(fromLocal(clock.getTime(), zoneOffset(zone))));
}

/** A day that the month does not have becomes its last one. */
function moveMonths(clock: Date, months: number): void {
  const day = clock.getUTCDate();
  clock.setUTCDate(1);
  clock.setUTCMonth(clock.getUTCMonth() + months);
  const last = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + 1, 0)).getUTCDate();
  clock.setUTCDate(Math.min(day, last));
}

function shifting(sign: 1 | -1): Operator {
  return (argument, compile, name) => {
    const args = new NamedArguments(name, argument, compile, ["startDate", "unit", "amount"], ["timezone"]);
    return {
      evaluate: scope => {
        const values = ["startDate", "unit", "amount"].map(field => args.evaluate(field, scope));
        if (values.some(isNullish)) return null;
        const [start, unit, by] = values;
        const amount = isNumeric(by) ? toDouble(by) : Number.NaN;
        if (!Number.isInteger(amount))
          throw new CommandError(5166405, `${name} expects an integer amount of time units`);
        return shift(
          requireDate(start, name),
          unitOf(unit, name),
          sign * amount,
          zoneName(args.evaluate("timezone", scope)),
        );
      },
    };
  };
}

const dateDiff: Operator = (argument, compile, name) => {
  const args = new NamedArguments(
    name,
    argument,
    compile,
    ["startDate", "endDate", "unit"],
    ["timezone", "startOfWeek"],
  );
  return {
    evaluate: scope => {
      const values = ["startDate", "endDate", "unit"].map(field => args.evaluate(field, scope));
      if (values.some(isNullish)) return null;
      const zone = zoneName(args.evaluate("timezone", scope));
      const unit = unitOf(values[2], name);
      const ordinal = (value: Argument): number =>
        unitNumber(wallClock(requireDate(value, name), zone), unit, weekStart(args, scope));
      return BigInt(ordinal(values[1]) - ordinal(values[0]));
    },
  };
};

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function weekStart(args: NamedArguments, scope: Scope): number {
  const value = args.evaluate("startOfWeek", scope) ?? "sunday";
  const index =
    typeof value === "string"
      ? WEEKDAYS.findIndex(day => day === value.toLowerCase() || day.slice(0, 3) === value.toLowerCase())
      : -1;
  if (index >= 0) return index;
  throw new CommandError("FailedToParse", `${args.name}: 'startOfWeek' must be the name of a day`);
}

/** Which unit since the epoch a wall clock lies in. */
function unitNumber(clock: Date, unit: string, startOfWeek: number): number {
  const months = MONTHS[unit];
  if (months !== undefined) return Math.floor((clock.getUTCFullYear() * 12 + clock.getUTCMonth()) / months);
  const days = Math.floor(clock.getTime() / 86_400_000);
  // 1 January 1970 was a Thursday, day 4 after Sunday.
  if (unit === "week") return Math.floor((days + 4 - startOfWeek) / 7);
  return Math.floor(clock.getTime() / (FIXED_MS[unit] ?? 1));
}

const dateTrunc: Operator = (argument, compile, name) => {
  const args = new NamedArguments(
    name,
    argument,
    compile,
    ["date", "unit"],
    ["binSize", "timezone", "startOfWeek"],
  );
  return {
    evaluate: scope => {
      const date = args.evaluate("date", scope);
      if (isNullish(date) || isNullish(args.evaluate("unit", scope))) return null;
      const size = args.evaluate("binSize", scope);
      const bin = size === undefined ? 1 : isNumeric(size) ? toDouble(size) : 0;
      if (!Number.isInteger(bin) || bin < 1)
        throw new CommandError(5439017, "$dateTrunc requires 'binSize' to be a positive integer");
      const zone = zoneName(args.evaluate("timezone", scope));
      const clock = wallClock(requireDate(date, name), zone);
      const start = truncate(
        clock.getTime(),
        unitOf(args.evaluate("unit", scope), name),
        bin,
        weekStart(args, scope),
      );
      return new UtcDate(BigInt(fromLocal(start, zoneOffset(zone))));
    },
  };
};

/** Bins are counted from 1 January 2000. */
function truncate(ms: number, unit: string, bin: number, startOfWeek: number): number {
  const reference = Date.UTC(2000, 0, 1);
  const months = MONTHS[unit];
  if (months !== undefined) {
    const clock = new Date(ms);
    const since = (clock.getUTCFullYear() - 2000) * 12 + clock.getUTCMonth();
    return Date.UTC(2000, Math.floor(since / (months * bin)) * months * bin, 1);
  }
  const step = (FIXED_MS[unit] ?? 1) * bin;
  // The first day from the reference (a Saturday) on that begins a week.
  const origin = unit === "week" ? reference + ((startOfWeek + 1) % 7) * 86_400_000 : reference;
  return origin + Math.floor((ms - origin) / step) * step;
}

const dateFromString: Operator = (argument, compile, name) => {
  const args = new NamedArguments(name, argument, compile, ["dateString"], ["timezone", "onError", "onNull"]);
  return {
    evaluate: scope => {
      const text = args.evaluate("dateString", scope);
      if (isNullish(text)) return args.has("onNull") ? args.evaluate("onNull", scope) : null;
      try {
        if (typeof text !== "string")
          throw new CommandError(
            "ConversionFailure",
            "$dateFromString requires that 'dateString' be a string",
          );
        const parsed = parseDate(text);
        const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
        const zone = zoneName(args.evaluate("timezone", scope));
        return zoned || zone === undefined
          ? parsed
          : new UtcDate(BigInt(fromLocal(Number(parsed.ms), zoneOffset(zone))));
      } catch (error) {
        if (!(error instanceof CommandError) || !args.has("onError")) throw error;
        return args.evaluate("onError", scope);
      }
    },
  };
};

export const dateMath: OperatorTable = {
  $dateAdd: shifting(1),
  $dateSubtract: shifting(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
  $dateFromString: dateFromString,
};
