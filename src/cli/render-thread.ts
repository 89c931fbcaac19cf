import type { ThreadLine } from "../model/search.js";
import type { Terminal } from "./io.js";
import { printable } from "./printable.js";
import { plural } from "./render-coverage.js";
import { wrap, type Span } from "./wrap.js";

/** A thread: its root, how it opens, how it went on. `opening` is the line's, in looks of its own. */
export function renderThread(
  { columns, paint }: Terminal,
  { root, replies, latest, landed }: ThreadLine,
  opening: readonly Span[],
): string[] {
  const went =
    replies === 0 ? "no replies" : `${plural(replies, "reply", "replies")}, latest ^${latest}`;
  const outcome = landed === null ? "" : `, landed: ${printable(landed)}`;
  const spans: Span[] = [
    { text: `^${root}`, paint: paint.sequence },
    { text: "  " },
    ...opening,
    { text: `  ${went}${outcome}`, paint: paint.faint },
  ];
  return wrap(spans, { columns, indent: "    ", first: "" });
}
