import type { DateParts, Header } from "./header.js";

/** Which of a date's numbers is the day; null where the file does not tell. */
export type DateOrder = "dmy" | "mdy" | "ymd" | null;

/**
 * Decides for a whole file, which one phone wrote in one way: by a number that is no month; by
 * dots, which only go with the day first; by the one reading under which the dates ascend.
 */
export function dateOrder(dates: readonly DateParts[]): DateOrder {
  if (dates.length > 0 && dates.every(({ yearFirst }) => yearFirst)) return "ymd";
  const plain = dates.filter(({ yearFirst }) => !yearFirst);
  if (plain.length < dates.length) return null;
  const dayFirst = plain.some(({ numbers }) => numbers[0] > 12);
  const monthFirst = plain.some(({ numbers }) => numbers[1] > 12);
  if (dayFirst !== monthFirst) return dayFirst ? "dmy" : "mdy";
  if (dayFirst) return null;
  if (plain.some(({ separator }) => separator === ".")) return "dmy";
  const ascendsBy = (order: "dmy" | "mdy"): boolean => ascends(plain.map((d) => key(d, order)));
  const [dmy, mdy] = [ascendsBy("dmy"), ascendsBy("mdy")];
  if (dmy !== mdy) return dmy ? "dmy" : "mdy";
  // Where every date reads the same both ways there is nothing to decide.
  return plain.every(({ numbers }) => numbers[0] === numbers[1]) ? "dmy" : null;
}

/** `YYYY-MM-DDTHH:MM[:SS]`; null where the file does not tell, or the calendar has no such day. */
export function localTime({ date, time }: Header, order: DateOrder): string | null {
  if (order === null || time === null) return null;
  const { year, month, day } = ordered(date, order);
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const there = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(there.getTime()) && there.toISOString().startsWith(text);
  return exists ? `${text}T${time}` : null;
}

function ordered(
  { numbers: [a, b, c] }: DateParts,
  order: "dmy" | "mdy" | "ymd",
): { readonly year: number; readonly month: number; readonly day: number } {
  if (order === "ymd") return { year: a, month: b, day: c };
  const year = c < 100 ? 2000 + c : c;
  return order === "dmy" ? { year, month: b, day: a } : { year, month: a, day: b };
}

function key(date: DateParts, order: "dmy" | "mdy"): number {
  const { year, month, day } = ordered(date, order);
  return (year * 100 + month) * 100 + day;
}

function ascends(keys: readonly number[]): boolean {
  return keys.every((key, i) => i === 0 || key >= (keys[i - 1] ?? 0));
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}
