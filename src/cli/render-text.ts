import type { SessionMessage } from "../model/message.js";
import type { Terminal } from "./io.js";
import { printableLines } from "./printable.js";
import { authorSpans } from "./render-author.js";
import { wrap } from "./wrap.js";

/** Text as it stands, indented, its own quote marks repeated where a line is wrapped. */
export function renderText({ columns }: Terminal, text: string): string[] {
  return printableLines(text).flatMap((line) => {
    const mark = line.startsWith("| ") ? "| " : "";
    return wrap([{ text: line.slice(mark.length) }], { columns, indent: `  ${mark}` });
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
