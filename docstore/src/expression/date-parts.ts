import { toDouble } from "../bson/exact.js";
import { isNullish, isNumeric, typeOf } from "../bson/type.js";
import { Doc, Int32, ObjectIdValue, Timestamp, UtcDate } from "../bson/value.js";
import { CommandError } from "../command-error.js";
import { type Argument, NamedArguments } from "./arguments.js";
import { convert } from "./convert.js";
import type { Expression, Operator, OperatorTable, Scope } from "./expression.js";
import { formatDate } from "./format-date.js";
import { toJsDate } from "./iso-date.js";
import { fromLocal, zoneOffset } from "./time-zone.js";
import { dayOfYear, isoWeek, isoWeekYear, sundayWeek } from "./weeks.js";

export function requireDate(value: Argument, name: string): UtcDate {
  if (value instanceof UtcDate) return value;
  if (value instanceof Timestamp || value instanceof ObjectIdValue) {
    const date = convert(value, "date");
    if (date instanceof UtcDate) return date;
  }
  throw new CommandError(
    16006,
    `${name} can't convert from BSON type ${value === undefined ? "missing" : typeOf(value).alias} to Date`,
  );
}

export function zoneName(value: Argument): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string") return value;
  throw new CommandError(40517, "timezone must evaluate to a string");
}

/** The wall clock of a date in a zone, as a Date read through its UTC methods. */
export function wallClock(date: UtcDate, zone: string | undefined): Date {
  const js = toJsDate(date);
  return new Date(js.getTime() + zoneOffset(zone)(js.getTime()) * 60_000);
}

function datePart(read: (clock: Date) => number): Operator {
  return (argument, compile, name) => {
    const named = argument instanceof Doc && argument.has("date");
    const args = named ? new NamedArguments(name, argument, compile, ["date"], ["timezone"]) : undefined;
    const [only] = Array.isArray(argument) ? argument : [argument];
    const short: Expression | undefined = named ? undefined : compile(only ?? null);
    return {
      evaluate: scope => {
        const value = args === undefined ? short?.evaluate(scope) : args.evaluate("date", scope);
        const zone = args?.has("timezone") ? args.evaluate("timezone", scope) : undefined;
        if (isNullish(value) || (args?.has("timezone") && isNullish(zone))) return null;
        return new Int32(read(wallClock(requireDate(value, name), zoneName(zone))));
      },
    };
  };
}

const dateToString: Operator = (argument, compile, name) => {
  const args = new NamedArguments(name, argument, compile, ["date"], ["format", "timezone", "onNull"]);
  return {
    evaluate: scope => {
      const date = args.evaluate("date", scope);
      if (isNullish(date)) return args.has("onNull") ? args.evaluate("onNull", scope) : null;
      const zone = zoneName(args.evaluate("timezone", scope));
      const given = args.evaluate("format", scope);
      if (args.has("format") && isNullish(given)) return null;
      const format =
        given ?? (zone === undefined || zone === "UTC" ? "%Y-%m-%dT%H:%M:%S.%LZ" : "%Y-%m-%dT%H:%M:%S.%L");
      if (typeof format !== "string")
        throw new CommandError(18533, "$dateToString requires that 'format' be a string");
      const utc = requireDate(date, name);
      return formatDate(wallClock(utc, zone), format, zoneOffset(zone)(Number(utc.ms)));
    },
  };
};

const dateToParts: Operator = (argument, compile, name) => {
  const args = new NamedArguments(name, argument, compile, ["date"], ["timezone"]);
  return {
    evaluate: scope => {
      const date = args.evaluate("date", scope);
      if (isNullish(date)) return null;
      const clock = wallClock(requireDate(date, name), zoneName(args.evaluate("timezone", scope)));
      return Doc.of({
        year: new Int32(clock.getUTCFullYear()),
        month: new Int32(clock.getUTCMonth() + 1),
        day: new Int32(clock.getUTCDate()),
        hour: new Int32(clock.getUTCHours()),
        minute: new Int32(clock.getUTCMinutes()),
        second: new Int32(clock.getUTCSeconds()),
        millisecond: new Int32(clock.getUTCMilliseconds()),
      });
    },
  };
};

const PARTS = ["year", "month", "day", "hour", "minute", "second", "millisecond"] as const;

const dateFromParts: Operator = (argument, compile, name) => {
  const args = new NamedArguments(name, argument, compile, ["year"], [...PARTS.slice(1), "timezone"]);
  const part = (field: (typeof PARTS)[number], fallback: number, scope: Scope): number | undefined => {
    if (!args.has(field)) return fallback;
    const value = args.evaluate(field, scope);
    if (isNullish(value)) return undefined;
    const number = isNumeric(value) ? toDouble(value) : Number.NaN;
    if (Number.isInteger(number)) return number;
    throw new CommandError(40515, `'${field}' must evaluate to an integer`);
  };
  return {
    evaluate: scope => {
      const [year, month, day, hour, minute, second, ms] = PARTS.map((field, i) =>
        part(field, i < 3 ? 1 : 0, scope),
      );
      if ([year, month, day, hour, minute, second, ms].includes(undefined)) return null;
      const local = new Date(0);
      local.setUTCFullYear(year ?? 1970, (month ?? 1) - 1, day);
      local.setUTCHours(hour ?? 0, minute, second, ms);
      return new UtcDate(
        BigInt(fromLocal(local.getTime(), zoneOffset(zoneName(args.evaluate("timezone", scope))))),
      );
    },
  };
};

export const dateParts: OperatorTable = {
  $year: datePart(clock => clock.getUTCFullYear()),
  $month: datePart(clock => clock.getUTCMonth() + 1),
  $dayOfMonth: datePart(clock => clock.getUTCDate()),
  $hour: datePart(clock => clock.getUTCHours()),
  $minute: datePart(clock => clock.getUTCMinutes()),
  $second: datePart(clock => clock.getUTCSeconds()),
  $millisecond: datePart(clock => clock.getUTCMilliseconds()),
  $dayOfWeek: datePart(clock => clock.getUTCDay() + 1),
  $dayOfYear: datePart(dayOfYear),
  $week: datePart(sundayWeek),
  $isoWeek: datePart(isoWeek),
  $isoWeekYear: datePart(isoWeekYear),
  $isoDayOfWeek: datePart(clock => clock.getUTCDay() || 7),
  $dateToString: dateToString,
  $dateToParts: dateToParts,
  $dateFromParts: dateFromParts,
};
