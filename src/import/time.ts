/**
 * Microseconds since 1970 that a sequence can carry; null for what is not a full time of day and
 * date.
 */

const SECONDS = /^(\d{1,10})(?:\.(\d{1,6}))?$/;
const MILLISECONDS = /^\d{11,14}$/;
const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d{2}:?\d{2}|UTC)?$/i;

/** Unix seconds with up to six decimals, as Slack writes them: `"1518127246.000478"`. */
export function microsOfSeconds(text: string): number | null {
  const match = SECONDS.exec(text);
  if (match === null) return null;
  return usable(Number(match[1]) * 1e6 + Number((match[2] ?? "").padEnd(6, "0")));
}

/**
 * ISO 8601 date and time, to the microsecond (further digits are dropped). Without an offset it is
 * read as UTC: inside one source that keeps the order, which is what it is for.
 */
export function microsOfIso(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, date, time, fraction = "", zone = "Z"] = match;
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, "$1:") : "Z";
  const millis = Date.parse(`${date}T${time}${offset}`);
  if (Number.isNaN(millis) || !isDay(date ?? "")) return null;
  return usable(millis * 1000 + Number(fraction.slice(0, 6).padEnd(6, "0")));
}

/** `Date` takes the 30th of February for the first days of March. */
function isDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

/** An ISO 8601 date and time that names no zone, as `YYYY-MM-DDTHH:MM[:SS]`; null for any other text. */
export function localTimeOf(text: string): string | null {
  const match = microsOfIso(text) === null ? null : ISO.exec(text);
  return match === null || match[4] !== undefined ? null : `${match[1]}T${match[2]}`;
}

/** Any of ISO 8601, Unix seconds (up to ten digits) and Unix milliseconds (eleven to fourteen). */
export function microsOf(text: string): number | null {
  if (MILLISECONDS.test(text)) return usable(Number(text) * 1000);
  return microsOfSeconds(text) ?? microsOfIso(text);
}

const MAIL_DATE =
  /^\s*(?:[A-Za-z]{3,9},?\s*)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{2}|\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[A-Za-z]{1,4})(?:\s|\(|$)/;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** Hours east of UTC of the zones that mail headers name; every other letter says nothing. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ["UT", 0],
  ["UTC", 0],
  ["GMT", 0],
  ["Z", 0],
  ["EST", -5],
  ["EDT", -4],
  ["CST", -6],
  ["CDT", -5],
  ["MST", -7],
  ["MDT", -6],
  ["PST", -8],
  ["PDT", -7],
]);

/** The `Date` of a mail header; null without a zone, for then it is no instant. */
export function microsOfMailDate(text: string): number | null {
  const match = MAIL_DATE.exec(text);
  if (match === null) return null;
  const [, day = "", monthName = "", year = "", hour, minute, second = "0", zone = ""] = match;
  const month = MONTHS.indexOf(monthName.toLowerCase());
  const offset = zoneMinutes(zone);
  if (month < 0 || offset === null) return null;
  const date = [fullYear(year), month, Number(day)] as const;
  // A leap second is the next minute's first.
  const utc = Date.UTC(...date, Number(hour), Number(minute), Number(second));
  const exists = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  const sameDay = new Date(Date.UTC(...date)).getUTCDate() === Number(day);
  return exists && sameDay ? usable((utc - offset * 60_000) * 1000) : null;
}

/** Two digits are of 1950 to 2049, as mail programs write them. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year + (year < 50 ? 2000 : 1900);
}

function zoneMinutes(zone: string): number | null {
  if (!/^[+-]/.test(zone)) {
    const hours = ZONES.get(zone.toUpperCase());
    return hours === undefined ? null : hours * 60;
  }
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3));
  return zone.startsWith("-") ? -minutes : minutes;
}

function usable(micros: number): number | null {
  return Number.isSafeInteger(micros) && micros >= 0 ? micros : null;
}
