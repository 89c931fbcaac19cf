import { withoutLeadingMarks } from "./marks.js";

/** How a phone writes what stands before a message: `[date, time] ` or `date, time - `. */
export type HeaderStyle = "bracket" | "dash";

/** The date of a header, its three numbers as they stand. */
export interface DateParts {
  readonly numbers: readonly [number, number, number];
  readonly separator: string;
  /** The first number has four digits. */
  readonly yearFirst: boolean;
}

export interface Header {
  readonly style: HeaderStyle;
  /** Date and time as written. */
  readonly at: string;
  readonly date: DateParts;
  /** `HH:MM[:SS]` of 24 hours; null where the half of the day is named in no known way. */
  readonly time: string | null;
  /** What stands behind the header. */
  readonly rest: string;
}

const DATE = String.raw`(\d{1,4})(?<sign>[./-]) ?(\d{1,2})\k<sign> ?(\d{1,4})\.?`;
// The half of the day stands behind the time or, in some languages, before it.
const HALF = String.raw`\p{L}[\p{L}.\s]{0,12}`;
const TIME = String.raw`(?:(${HALF}?)\s?)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?(${HALF}))?`;
const STAMP = String.raw`(${DATE},?\s{1,2}${TIME})`;
const HEADERS: readonly (readonly [HeaderStyle, RegExp])[] = [
  ["bracket", new RegExp(String.raw`^\[${STAMP}\]\s?(.*)$`, "su")],
  ["dash", new RegExp(String.raw`^${STAMP}\s[-–]\s(.*)$`, "su")],
];

/** The header that a line begins with, marks before it passed over; null where it has none. */
export function parseHeader(line: string): Header | null {
  const text = withoutLeadingMarks(line);
  for (const [style, form] of HEADERS) {
    const match = form.exec(text);
    if (match !== null) return headerOf(style, match);
  }
  return null;
}

function headerOf(style: HeaderStyle, match: RegExpExecArray): Header | null {
  const [, at = "", first = "", separator = "", second = "", third = ""] = match;
  const [before, hours = "", minutes = "", seconds, after, rest = ""] = match.slice(6);
  const yearFirst = first.length === 4;
  const numbers = [Number(first), Number(second), Number(third)] as const;
  const [day, month, year] = yearFirst ? [numbers[2], numbers[1], numbers[0]] : numbers;
  const isDate = day >= 1 && day <= 31 && month >= 1 && month <= 31 && year <= 9999;
  const isTime = Number(hours) <= 24 && Number(minutes) <= 59 && Number(seconds ?? 0) <= 59;
  if (!isDate || !isTime) return null;
  const date = { numbers, separator, yearFirst };
  const half = halfOf(before ?? after ?? "");
  return { style, at, date, time: timeOf(half, { hours, minutes, seconds }), rest };
}

type Half = "am" | "pm" | "none" | "unknown";

function halfOf(word: string): Half {
  const letters = word.replace(/[^\p{L}]/gu, "").toLowerCase();
  if (letters === "") return "none";
  return letters === "am" || letters === "pm" ? letters : "unknown";
}

function timeOf(
  half: Half,
  time: { readonly hours: string; readonly minutes: string; readonly seconds: string | undefined },
): string | null {
  const hour = hourOf(half, Number(time.hours));
  if (hour === null) return null;
  const rest = time.seconds === undefined ? "" : `:${time.seconds}`;
  return `${String(hour).padStart(2, "0")}:${time.minutes}${rest}`;
}

function hourOf(half: Half, hour: number): number | null {
  if (half === "none") return hour < 24 ? hour : null;
  if (half === "unknown" || hour > 12) return null;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}
