/** Hours east of UTC of the zones that are written as letters; another zone makes no time. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

const NAMED_ZONE = /^(?:[A-Z][a-z]{2} )?(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?) ([A-Z]{3})$/;
const BARE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * An ISO instant of the forms that transports write: `Tue 2026-03-17 00:35 EDT`, an ISO instant with
 * a zone, `2026-03-17 04:35:00` which is UTC. Undefined for all else: a time is not guessed.
 */
export function instantOf(timestamp: string): string | undefined {
  if (ISO.test(timestamp)) return isReal(timestamp) ? timestamp : undefined;
  const [, date, time, zone] = NAMED_ZONE.exec(timestamp) ?? BARE.exec(timestamp) ?? [];
  const hours = ZONES[zone ?? "UTC"];
  if (date === undefined || time === undefined || hours === undefined) return undefined;
  const seconds = time.length === "00:00".length ? ":00" : "";
  const sign = hours < 0 ? "-" : "+";
  const instant = `${date}T${time}${seconds}${sign}${String(Math.abs(hours)).padStart(2, "0")}:00`;
  return isReal(instant) ? instant : undefined;
}

/** A 30th of February is no day, though some clocks roll it over; before 1970 nothing is stored. */
function isReal(instant: string): boolean {
  const local = Date.parse(`${instant.slice(0, 16)}Z`);
  if (Number.isNaN(local) || !(Date.parse(instant) >= 0)) return false;
  return new Date(local).toISOString().startsWith(instant.slice(0, 16));
}
