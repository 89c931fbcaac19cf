import type { Coverage, Sequence } from "../model/message.js";
import type { Terminal } from "./io.js";
import { wrap } from "./wrap.js";

/** What to do where a bound left rows unread. */
export type GoOn = (before: Sequence) => string;

/** What was read, in words. */
export function coverageText(coverage: Coverage, goOn: GoOn): string {
  const { scanned, oldest, nextBefore, stoppedBy } = coverage;
  const rows = `${plural(scanned, "row")} read`;
  const interrupted = stoppedBy === "aborted" ? "interrupted: " : "";
  if (oldest === null) {
    if (stoppedBy === "end") return "there was no row to read";
    return `${interrupted}no row read`;
  }
  if (stoppedBy === "end") return `${rows}, back to the oldest, ^${oldest}`;
  if (stoppedBy === "filled") return `${rows}, the window is met at ^${nextBefore ?? oldest}`;
  const read = `${interrupted}${rows}, oldest ^${oldest}`;
  if (nextBefore === null) return read;
  return `${read}; more before ^${nextBefore}: ${goOn(nextBefore)}`;
}

export function plural(count: number, noun: string, nouns: string = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;
}

/** The last line of an answer: what there is, and what was read for it. */
export function footer({ columns, paint }: Terminal, text: string): string[] {
  return wrap([{ text, paint: paint.faint }], { columns, indent: "  ", first: "" });
}
