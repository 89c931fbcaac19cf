import type { SearchFilters } from "../../store/port.js";
import { readTime } from "./read-time.js";
import type { Clock, TimePoint, TimeReading } from "./time-point.js";

export type TimeFilters =
  | { readonly filters: Pick<SearchFilters, "after" | "before"> }
  | { readonly problem: string };

/**
 * The store's time filters, both exclusive. A period stands for its first moment: `after` keeps that
 * moment itself, so that "after 2024-03" holds all of March, and `before` does not.
 */
export function readTimeFilters(
  texts: { readonly after?: string | undefined; readonly before?: string | undefined },
  clock: Clock,
): TimeFilters {
  const after = readOptional(texts.after, clock);
  if (after !== null && "problem" in after) return { problem: `after ${after.problem}` };
  const before = readOptional(texts.before, clock);
  if (before !== null && "problem" in before) return { problem: `before ${before.problem}` };
  if (after !== null && before !== null && !isEarlier(after, before))
    return { problem: "after must be earlier than before" };
  return {
    filters: {
      ...(after === null ? {} : { after: instantText(after.period ? justBefore(after) : after) }),
      ...(before === null ? {} : { before: instantText(before) }),
    },
  };
}

function readOptional(text: string | undefined, clock: Clock): TimeReading | null {
  return text === undefined ? null : readTime(text, clock);
}

function isEarlier(a: TimePoint, b: TimePoint): boolean {
  return (
    a.milliseconds - b.milliseconds < 0 ||
    (a.milliseconds === b.milliseconds && a.micros < b.micros)
  );
}

function justBefore({ milliseconds, period }: TimePoint): TimePoint {
  return { milliseconds: milliseconds - 1, micros: 999, period };
}

function instantText({ milliseconds, micros }: TimePoint): string {
  const text = new Date(milliseconds).toISOString();
  return `${text.slice(0, -1)}${String(micros).padStart(3, "0")}Z`;
}
