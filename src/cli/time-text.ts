import { printable } from "./printable.js";

/** Seconds since 1970 with a fraction, as Slack writes a time. */
const UNIX_SECONDS = /^(\d{9,10})\.\d+$/;
/** Date, hours and minutes, zone. */
const ISO = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** The source's own time to the minute; what is no date in a known form stays as it is. */
export function timeText(at: string): string {
  const seconds = UNIX_SECONDS.exec(at)?.[1];
  if (seconds !== undefined) return timeText(new Date(Number(seconds) * 1000).toISOString());
  const [, date, time, zone = ""] = ISO.exec(at) ?? [];
  return date === undefined ? printable(at) : `${date} ${time}${zone}`;
}
