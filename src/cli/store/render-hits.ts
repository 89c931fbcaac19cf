import type { SearchPattern } from "../../model/match.js";
import type { Recall } from "../../recall/recall.js";
import type { StoredRow, StoreAnswer, StoreHit } from "../../store/port.js";
import { displayWidth } from "../display-width.js";
import type { Terminal } from "../io.js";
import { markedSpans } from "../marked-spans.js";
import { printable } from "../printable.js";
import { authorSpans } from "../render-author.js";
import { timeText } from "../time-text.js";
import { wrap, type Span } from "../wrap.js";

const INDENT = "    ";
/** Characters of a neighbour: it is there for the sense of the hit, not to be read whole. */
const NEIGHBOUR_CHARS = 160;

/** A hit among the rows around it: who, where and when, then the exchange, the hit's words marked. */
export function renderStoreHit(
  { columns, paint }: Terminal,
  hit: StoreHit,
  { recall, pattern }: { readonly recall: Recall; readonly pattern: SearchPattern },
): string[] {
  const marks = recall.highlight(pattern, hit.content);
  const around = (row: StoredRow): string[] =>
    wrap([{ text: `${nameOf(row)}: ${shortened(row.content)}`, paint: paint.faint }], {
      columns,
      indent: `${INDENT}│ `,
    });
  return [
    ...wrap(headSpans(hit, { columns, paint }), { columns, indent: INDENT, first: "" }),
    ...hit.before.flatMap(around),
    ...wrap(markedSpans(hit.content, marks, paint.match), { columns, indent: INDENT }),
    ...hit.after.flatMap(around),
  ];
}

/** What the answer was taken from, and why it is empty where it is. */
export function answerFooter({ hits, lanes, reason, degraded }: StoreAnswer): string {
  const found = hits.length === 0 ? `nothing found${reason === null ? "" : `: ${reason}`}` : null;
  const by = lanes.map(({ lane, why }) => `${lane} (${why})`).join(", ");
  return [found, by === "" ? null : `by ${by}`, ...degraded]
    .filter((part) => part !== null)
    .join(" · ");
}

function headSpans(hit: StoreHit, { columns, paint }: Pick<Terminal, "columns" | "paint">): Span[] {
  const { ref, room, channel, sentAt, at, author, lanes, score, parts } = hit;
  const place = room || (channel?.id ?? ref.id);
  const when = sentAt ?? at;
  const features = Object.entries(parts).map(([name, value]) => `${name} ${value}`);
  const why = `  ${lanes.join("+")} ${score} = ${features.join(" + ")}`;
  const spans: Span[] = [
    ...authorSpans(author, paint),
    { text: "  " },
    { text: `#${printable(place)}`, paint: paint.place },
    ...(when === null ? [] : [{ text: `  ${timeText(when)}`, paint: paint.faint }]),
  ];
  const width = spans.reduce((sum, { text }) => sum + displayWidth(text), 0) + displayWidth(why);
  return width > columns ? spans : [...spans, { text: why, paint: paint.faint }];
}

function nameOf({ author }: StoredRow): string {
  return author.type === "operator" ? "operator" : printable(author.label);
}

function shortened(content: string): string {
  const line = content.replace(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length <= NEIGHBOUR_CHARS
    ? line
    : `${characters.slice(0, NEIGHBOUR_CHARS).join("")}…`;
}
