import { InvalidArgumentError } from "../../model/errors.js";

/**
 * Wall time in one zone. A wall time is written as the milliseconds of the UTC instant that shows
 * the same date and clock.
 */
export interface Zone {
  /** The wall time at an instant. */
  wallAt(instant: number): number;
  /** The instants that show a wall time, ascending: none where clocks skip it, two where they repeat it. */
  instantsOf(wall: number): readonly number[];
  /** The first instant that shows a wall time or, where clocks skip it, the one at which they do. */
  firstInstantOf(wall: number): number;
}

const DAY = 86_400_000;

/** Throws `InvalidArgumentError` for a zone that the runtime does not know. */
export function createZone(timeZone: string): Zone {
  const format = formatOf(timeZone);
  const wallAt = (instant: number): number => {
    const milliseconds = ((instant % 1000) + 1000) % 1000;
    return wallSeconds(format, instant - milliseconds) + milliseconds;
  };
  // Offsets change by less than a day, so those a day away are all that can apply.
  const offsetsNear = (wall: number): readonly number[] =>
    [wall - DAY, wall + DAY].map((instant) => wallAt(instant) - instant);
  const instantsOf = (wall: number): readonly number[] => {
    const found = offsetsNear(wall)
      .map((offset) => wall - offset)
      .filter((instant) => wallAt(instant) === wall);
    return [...new Set(found)].sort((a, b) => a - b);
  };
  return {
    wallAt,
    instantsOf,
    firstInstantOf: (wall) => instantsOf(wall)[0] ?? wall - (offsetsNear(wall)[0] ?? 0),
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw InvalidArgumentError.of("timeZone", "is not a time zone that is known here");
  }
}

function wallSeconds(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const date = new Date(0);
  date.setUTCFullYear(part("year"), part("month") - 1, part("day"));
  return date.setUTCHours(part("hour"), part("minute"), part("second"));
}
