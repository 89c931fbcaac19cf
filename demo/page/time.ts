/** The source's own time text, shown in the reader's zone where it is a full time and as it is otherwise. */

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const SECONDS = /^\d{9,10}(?:\.\d+)?$/;

/** Null where the text is no full time. */
export function timeOf(at: string | undefined): Date | null {
  if (at === undefined) return null;
  if (!ISO.test(at) && !SECONDS.test(at)) return null;
  const time = new Date(ISO.test(at) ? at : Number(at) * 1000);
  return Number.isNaN(time.getTime()) ? null : time;
}

export function clockOf(at: string | undefined): string {
  const time = timeOf(at);
  return time === null ? (at ?? "") : CLOCK.format(time);
}

/** Null where the day is not known. */
export function dayOf(at: string | undefined): string | null {
  const time = timeOf(at);
  return time === null ? null : DAY.format(time);
}

export function dayAndClock(at: string | undefined): string {
  const time = timeOf(at);
  return time === null ? (at ?? "") : `${DAY.format(time)}, ${CLOCK.format(time)}`;
}
