import type { Pin } from "../model/pin.js";
import type { Terminal } from "./io.js";
import { printable } from "./printable.js";
import { authorSpans } from "./render-author.js";
import { wrap, type Span } from "./wrap.js";

const INDENT = "    ";

/** A pin: what is pinned, by whom, its text, and why. */
export function renderPin({ columns, paint }: Terminal, pin: Pin): string[] {
  const { sequence, pinnedAt, pinnedBy, label, note, excerpt } = pin;
  const head: Span[] = [
    { text: `^${sequence}`, paint: paint.sequence },
    ...(label === null ? [] : [{ text: `  #${printable(label)}`, paint: paint.place }]),
    { text: "  pinned by ", paint: paint.faint },
    ...authorSpans(pinnedBy, paint),
    ...(pinnedAt === sequence ? [] : [{ text: ` at ^${pinnedAt}`, paint: paint.faint }]),
  ];
  const text: Span =
    excerpt === null
      ? { text: "(the pinned row was not read, or is blank)", paint: paint.faint }
      : { text: printable(excerpt) };
  return [
    ...wrap(head, { columns, indent: INDENT, first: "" }),
    ...wrap([text], { columns, indent: INDENT }),
    ...(note === null
      ? []
      : wrap([{ text: printable(note) }], {
          columns,
          indent: `${INDENT}  `,
          first: `${INDENT}— `,
        })),
  ];
}
