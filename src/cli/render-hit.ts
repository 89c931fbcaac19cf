import { isGeneral } from "../log/conversation.js";
import type { SearchPattern } from "../model/match.js";
import type { Message } from "../model/message.js";
import type { MessageHit } from "../model/search.js";
import type { Recall } from "../recall/recall.js";
import { displayWidth } from "./display-width.js";
import type { Terminal } from "./io.js";
import type { OpenedLog } from "./opened-log.js";
import type { Painter } from "./painter.js";
import { markedSpans } from "./marked-spans.js";
import { printable } from "./printable.js";
import { authorSpans } from "./render-author.js";
import { timeText } from "./time-text.js";
import { wrap, type Span } from "./wrap.js";

const INDENT = "    ";

export interface HitView {
  readonly recall: Recall;
  readonly opened: OpenedLog;
  readonly pattern: SearchPattern;
}

/** A hit: who, where and when on one line, its excerpt below. `row` is the row that was hit. */
export function renderHit(
  { columns, paint }: Terminal,
  hit: MessageHit,
  row: Message | null,
  { recall, opened, pattern }: HitView,
): string[] {
  const { excerpt } = hit;
  const marked = markedSpans(excerpt, recall.highlight(pattern, excerpt), paint.match);
  const head = headSpans(hit, { row, opened, paint });
  const rank = { text: `  ${hit.kind.replace("_", " ")} ${hit.score}`, paint: paint.faint };
  const width = [...head, rank].reduce((sum, { text }) => sum + displayWidth(text), 0);
  return [
    // Where the line is full, how the row matched is what can be missed.
    ...wrap(width > columns ? head : [...head, rank], { columns, indent: INDENT, first: "" }),
    ...wrap(excerpt === "" ? [{ text: "(blank)", paint: paint.faint }] : marked, {
      columns,
      indent: INDENT,
    }),
  ];
}

function headSpans(
  { sequence, chatId, parent, author }: MessageHit,
  { row, opened, paint }: { row: Message | null; opened: OpenedLog; paint: Painter },
): Span[] {
  const at = row?.at;
  const thread = parent === null ? "" : ` in ^${parent}`;
  const parts: Span[][] = [
    [{ text: `^${sequence}`, paint: paint.sequence }],
    authorSpans(author, paint),
    [
      { text: deskText(opened, chatId), paint: paint.place },
      { text: thread, paint: paint.faint },
    ],
    ...(at === undefined ? [] : [[{ text: timeText(at), paint: paint.faint }]]),
  ];
  return parts.flatMap((part, index) => [
    ...(index === 0 ? [] : [{ text: "  " }]),
    ...part.map((span) => ({ ...span, solid: true })),
  ]);
}

/** A desk by its name, where the source gives one; the id that rows carry else. */
export function deskText({ seen }: OpenedLog, chatId: string | null): string {
  const declared = seen.desks.declared.find(({ id }) => id === chatId);
  return `#${printable(declared?.name ?? (isGeneral(chatId) ? "main" : (chatId ?? "")))}`;
}
