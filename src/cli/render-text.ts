import type { SessionMessage } from "../model/message.js";
import type { Terminal } from "./io.js";
import { printableLines } from "./printable.js";
import { authorSpans } from "./render-author.js";
import { wrap } from "./wrap.js";

/** Text as it stands, indented; where a line is wrapped its quote mark is repeated, its bullet hangs. */
export function renderText({ columns }: Terminal, text: string): string[] {
  return printableLines(text).flatMap((line) => {
    const mark = /^(?:\| |- )?/.exec(line)?.[0] ?? "";
    const block = { columns, first: `  ${mark}`, indent: mark === "- " ? "    " : `  ${mark}` };
    return wrap([{ text: line.slice(mark.length) }], block);
  });
}

/** A message, each of its lines marked as its author's, so that none can pass for another's. */
export function renderMessage(
  { columns, paint }: Terminal,
  { sequence, author, content }: SessionMessage,
): string[] {
  const head = [
    { text: `^${sequence}`, paint: paint.sequence },
    { text: " " },
    ...authorSpans(author, paint),
  ];
  return [
    ...wrap(head, { columns, indent: "    ", first: "  " }),
    ...printableLines(content).flatMap((line) =>
      wrap([{ text: line }], { columns, indent: "  | " }),
    ),
  ];
}
