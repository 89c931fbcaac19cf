import { TIME_CHARS } from "../bounds.js";
import {
  addDays,
  addMonths,
  DAYS_OF,
  MONTHS_OF,
  previousPeriod,
  SECONDS_OF,
  startOfDay,
  startOfPeriod,
  WEEKDAYS,
  weekdayBefore,
} from "./calendar.js";
import { readIsoTime } from "./iso-time.js";
import type { Clock, TimePoint, TimeReading } from "./time-point.js";
import type { Zone } from "./zone.js";

export const TIME_FORMS: string =
  "an ISO date or time (2024-03, 2024-03-05, 2024-03-05T14:00Z), now, today, yesterday, " +
  '"2 weeks ago", "last 3 days", "last Monday", "this month" or "last year"';

/** Years that both a `Date` and the store read alike. */
const EARLIEST = Date.UTC(1000, 0, 2);
const LATEST = Date.UTC(9999, 11, 30);

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(
  " ",
);
const COUNT = `(an?|${NUMBER_WORDS.join("|")}|\\d{1,6})`;
const UNIT = "(second|minute|hour|day|week|month|year)s?";
const AGO = new RegExp(`^${COUNT} ${UNIT} ago$`);
const RECENT = new RegExp(`^(?:last|past) (?:${COUNT} )?${UNIT}$`);
const CALENDAR = /^(last|this) (week|month|year)$/;
const WEEKDAY = new RegExp(`^last (${WEEKDAYS.join("|")})$`);

/** Reads a time in ISO form or in words. What can be read in two ways is a problem, not a guess. */
export function readTime(text: string, clock: Clock): TimeReading {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const reading =
    words.length > TIME_CHARS ? null : (readWords(words, clock) ?? readIsoTime(words, clock.zone));
  if (reading === null) return { problem: `cannot be read as a time; write ${TIME_FORMS}` };
  if ("problem" in reading) return reading;
  const { milliseconds } = reading;
  if (milliseconds >= EARLIEST && milliseconds <= LATEST) return reading;
  return { problem: "is further away than any time that can be searched" };
}

function readWords(words: string, clock: Clock): TimeReading | null {
  const { now, zone } = clock;
  if (words === "now") return moment(now);
  const today = startOfDay(zone.wallAt(now));
  if (words === "today") return period(today, zone);
  if (words === "yesterday") return period(addDays(today, -1), zone);
  const calendar = CALENDAR.exec(words);
  if (calendar !== null) return readCalendar(calendar, today, zone);
  const weekday = WEEKDAY.exec(words);
  if (weekday !== null)
    return period(weekdayBefore(today, WEEKDAYS.indexOf(weekday[1] ?? "")), zone);
  const back = AGO.exec(words) ?? RECENT.exec(words);
  return back === null ? null : timeAgo(countOf(back[1]), back[2] ?? "", clock);
}

function readCalendar(match: RegExpExecArray, today: number, zone: Zone): TimeReading {
  const unit = match[2] === "week" || match[2] === "month" ? match[2] : "year";
  const start = startOfPeriod(today, unit);
  return period(match[1] === "last" ? previousPeriod(start, unit) : start, zone);
}

/** Seconds to hours are counted through; days to years keep the clock of the wall. */
function timeAgo(count: number, unit: string, { now, zone }: Clock): TimeReading {
  const seconds = SECONDS_OF[unit];
  if (seconds !== undefined) return moment(now - count * seconds * 1000);
  const wall = zone.wallAt(now);
  const days = DAYS_OF[unit];
  const back =
    days === undefined
      ? addMonths(wall, -count * (MONTHS_OF[unit] ?? 0))
      : addDays(wall, -count * days);
  if (!(back >= EARLIEST)) return moment(-Infinity);
  return moment(zone.firstInstantOf(back));
}

function countOf(text: string | undefined): number {
  if (text === undefined || text === "a" || text === "an") return 1;
  const word = NUMBER_WORDS.indexOf(text);
  return word === -1 ? Number(text) : word;
}

function moment(milliseconds: number): TimePoint {
  return { milliseconds, micros: 0, period: false };
}

function period(wall: number, zone: Zone): TimePoint {
  return { milliseconds: zone.firstInstantOf(wall), micros: 0, period: true };
}
