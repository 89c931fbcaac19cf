/** Calendar arithmetic on wall times (see `Zone`), whose UTC fields are the wall's own. */

const DAY = 86_400_000;

export const SECONDS_OF: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 };
export const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7 };
export const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, year: 12 };

export const WEEKDAYS: readonly string[] = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];

export function startOfDay(wall: number): number {
  return wall - (((wall % DAY) + DAY) % DAY);
}

export function addDays(wall: number, days: number): number {
  return wall + days * DAY;
}

/** The same day of another month, or that month's last where it is shorter. */
export function addMonths(wall: number, months: number): number {
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(date);
  last.setUTCMonth(last.getUTCMonth() + 1);
  last.setUTCDate(0);
  return date.setUTCDate(Math.min(day, last.getUTCDate()));
}

/** The newest such weekday before the wall's own day; 0 is Sunday. */
export function weekdayBefore(wall: number, weekday: number): number {
  const back = (new Date(wall).getUTCDay() - weekday + 7) % 7;
  return addDays(startOfDay(wall), -(back === 0 ? 7 : back));
}

/** Weeks begin on Monday. */
export function startOfPeriod(wall: number, unit: "week" | "month" | "year"): number {
  const day = startOfDay(wall);
  if (unit === "week") return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  const date = new Date(day);
  return unit === "month" ? date.setUTCDate(1) : date.setUTCMonth(0, 1);
}

export function previousPeriod(start: number, unit: "week" | "month" | "year"): number {
  return unit === "week" ? addDays(start, -7) : addMonths(start, -(MONTHS_OF[unit] ?? 0));
}

/** The wall time of a date and clock; null where there is no such date or clock. */
export function wallOf(fields: readonly number[]): number | null {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const valid = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return valid ? date.getTime() : null;
}
