/**
 * Instants as whole microseconds since 1970. A `Date` holds milliseconds only, so it sees no more
 * than whole seconds here.
 */

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-]\d\d)(?::?(\d\d))?)$/i;

const MICROS_PER_SECOND = 1_000_000;

/**
 * An ISO instant with a zone, to the microsecond (further digits are dropped). Null for what is no
 * instant, has no zone, or lies before 1970.
 */
export function microsOfInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, day = "", hour, minute, second = "0", fraction = "", zone = "+00", zoneMinute = "0"] =
    match;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!isDay(midnight, day) || Number(hour) > 23) return null;
  if ([minute, second, zoneMinute].some((sixtieth) => Number(sixtieth) > 59)) return null;
  const ahead = Number(zone) * 3600 + Number(zoneMinute) * (zone.startsWith("-") ? -60 : 60);
  const clock = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const micros = Number(fraction.slice(0, 6).padEnd(6, "0"));
  const whole = (midnight / 1000 + clock - ahead) * MICROS_PER_SECOND + micros;
  return Number.isSafeInteger(whole) && whole >= 0 ? whole : null;
}

/** The same instant in UTC, with six decimals. */
export function instantOfMicros(micros: number): string {
  const seconds = Math.floor(micros / MICROS_PER_SECOND);
  const fraction = String(micros % MICROS_PER_SECOND).padStart(6, "0");
  return `${new Date(seconds * 1000).toISOString().slice(0, -"000Z".length)}${fraction}Z`;
}

/** False for a day that its month has not: some engines read it as one of the next. */
function isDay(midnight: number, day: string): boolean {
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
}
