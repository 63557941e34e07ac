interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const days = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const cronFields: readonly CronField[] = [
  { name: "minute", min: 0, max: 59 },
  { name: "hour", min: 0, max: 23 },
  { name: "day of month", min: 1, max: 31 },
  { name: "month", min: 1, max: 12, names: months },
  { name: "day of week", min: 0, max: 7, names: days },
];

/** What is wrong with a schedule of five cron fields; `undefined` when it is valid. */
export function cronIssue(schedule: string): string | undefined {
  const parts = schedule.trim().split(/\s+/);
  if (parts.length !== cronFields.length) {
    return 'must have five fields: minute, hour, day of month, month, day of week; for example "0 4 * * MON"';
  }
  return cronFields
    .map((field, index) => fieldIssue(field, parts[index] ?? ""))
    .find(issue => issue !== undefined);
}

function fieldIssue(field: CronField, text: string): string | undefined {
  const wrong = text.split(",").find(part => !isPart(field, part));
  if (wrong === undefined) return undefined;
  const named = field.names ? ` or ${field.names[0]} to ${field.names.at(-1)}` : "";
  return `has the ${field.name} "${wrong}"; give *, a number from ${field.min} to ${field.max}${named}, a range a-b, a step */n or a list of these`;
}

/** One element of a list: `*`, `n`, `a-b`, each with an optional step. */
function isPart(field: CronField, text: string): boolean {
  const [range = "", step, ...rest] = text.split("/");
  if (rest.length > 0) return false;
  if (step !== undefined && !(/^\d+$/.test(step) && Number(step) >= 1)) return false;
  if (range === "*") return true;
  const [first, last, ...more] = range.split("-").map(bound => numberOf(field, bound));
  if (more.length > 0 || first === undefined) return false;
  return range.includes("-") ? last !== undefined && first <= last : true;
}

function numberOf(field: CronField, text: string): number | undefined {
  const index = field.names?.indexOf(text.toUpperCase()) ?? -1;
  if (index >= 0) return index + field.min;
  const value = /^\d+$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value >= field.min && value <= field.max ? value : undefined;
}
