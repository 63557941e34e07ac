const DAY_MS = 86_400_000;

/** Days since 1 January, which is day 1. */
export function dayOfYear(clock: Date): number {
  return Math.floor((clock.getTime() - yearStart(clock.getUTCFullYear())) / DAY_MS) + 1;
}

/** Weeks begin on Sunday; days before the first Sunday are in week 0. */
export function sundayWeek(clock: Date): number {
  return Math.floor((dayOfYear(clock) + 6 - clock.getUTCDay()) / 7);
}

export function isoWeekYear(clock: Date): number {
  return thursday(clock).getUTCFullYear();
}

export function isoWeek(clock: Date): number {
  return Math.ceil(dayOfYear(thursday(clock)) / 7);
}

/** The Thursday of the same ISO week, which decides its year. */
function thursday(clock: Date): Date {
  return new Date(clock.getTime() + (4 - (clock.getUTCDay() || 7)) * DAY_MS);
}

function yearStart(year: number): number {
  const start = new Date(0);
  start.setUTCFullYear(year, 0, 1);
  return start.getTime();
}
