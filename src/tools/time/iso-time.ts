import { wallOf } from "./calendar.js";
import type { TimeReading } from "./time-point.js";
import type { Zone } from "./zone.js";

const DATE = "([1-9]\\d{3})(?:-(\\d\\d)(?:-(\\d\\d)";
const CLOCK = "(?:t| )(\\d\\d):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?";
const OFFSET = "(?: ?(z|utc|[+-]\\d\\d(?::?\\d\\d)?))?";
const ISO = new RegExp(`^${DATE}(?:${CLOCK}${OFFSET})?)?)?$`);

const MINUTE = 60_000;
/** The widest offset that any place has had. */
const MAX_OFFSET_HOURS = 15;

/** Reads a year, a month, a day or a time in ISO 8601 form, lower case; null for any other text. */
export function readIsoTime(text: string, zone: Zone): TimeReading | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const fields = match.slice(1, 7).flatMap((field) => (field === undefined ? [] : [Number(field)]));
  const wall = wallOf(fields);
  if (wall === null) return { problem: "is no date or time of the calendar" };
  if (match[4] === undefined)
    return { milliseconds: zone.firstInstantOf(wall), micros: 0, period: true };
  return readMoment(wall, { fraction: match[7] ?? "", offset: match[8] ?? null }, zone);
}

function readMoment(
  wall: number,
  { fraction, offset }: { readonly fraction: string; readonly offset: string | null },
  zone: Zone,
): TimeReading {
  const digits = fraction.padEnd(6, "0");
  const milliseconds = wall + Number(digits.slice(0, 3));
  const micros = Number(digits.slice(3, 6));
  if (offset === null) return inZone(milliseconds, micros, zone);
  const minutes = offsetMinutes(offset);
  if (minutes === null) return { problem: "has an offset from UTC that no place has" };
  return { milliseconds: milliseconds - minutes * MINUTE, micros, period: false };
}

function inZone(wall: number, micros: number, zone: Zone): TimeReading {
  const [milliseconds, second] = zone.instantsOf(wall);
  if (milliseconds === undefined)
    return { problem: "is skipped by the clocks of this time zone; add an offset from UTC" };
  if (second !== undefined)
    return { problem: "comes twice in this time zone; add an offset from UTC" };
  return { milliseconds, micros, period: false };
}

function offsetMinutes(offset: string): number | null {
  if (offset === "z" || offset === "utc") return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  const digits = offset.replaceAll(/\D/g, "").padEnd(4, "0");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > MAX_OFFSET_HOURS || minutes > 59) return null;
  return sign * (hours * 60 + minutes);
}
