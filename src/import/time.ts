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
  if (Number.isNaN(millis)) return null;
  return usable(millis * 1000 + Number(fraction.slice(0, 6).padEnd(6, "0")));
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

function usable(micros: number): number | null {
  return Number.isSafeInteger(micros) && micros >= 0 ? micros : null;
}
