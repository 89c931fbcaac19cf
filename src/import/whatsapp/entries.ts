import { MAX_ROW_BYTES } from "../bounds.js";
import type { NamedSource } from "../document.js";
import { skipped, type IssueItem, type Where } from "../item.js";
import { sourceLines } from "../source-lines.js";
import { parseHeader, type Header, type HeaderStyle } from "./header.js";
import { withoutLeadingMarks } from "./marks.js";

/** A message or notice with the lines that go on with it. */
export interface ChatEntry {
  readonly type: "entry";
  readonly header: Header;
  /** All that stands behind the header. */
  readonly text: string;
  readonly where: Where;
}

interface Open {
  readonly header: Header;
  readonly where: Where;
  readonly lines: string[];
  length: number;
}

/** The entries of a chat, in the order of the file. */
export async function* chatEntries(input: NamedSource): AsyncGenerator<ChatEntry | IssueItem> {
  let style: HeaderStyle | null = null;
  let open: Open | null = null;
  for await (const item of sourceLines(input, { blank: true })) {
    if (item.type === "issue") {
      yield item;
      continue;
    }
    const header = parseHeader(item.text);
    // One phone wrote the file in one style: a header of the other is pasted text.
    if (header !== null && header.style === (style ?? header.style)) {
      if (open !== null) yield close(open);
      style = header.style;
      open = { header, where: item.where, lines: [header.rest], length: header.rest.length };
    } else if (open !== null) goOn(open, withoutLeadingMarks(item.text));
    else if (item.text.trim() !== "") yield stray(item.where);
  }
  if (open !== null) yield close(open);
}

function goOn(open: Open, line: string): void {
  open.length += line.length + 1;
  if (open.length <= MAX_ROW_BYTES) open.lines.push(line);
}

function close({ header, where, lines, length }: Open): ChatEntry | IssueItem {
  if (length > MAX_ROW_BYTES)
    return skipped(where, "too_large", "the message is longer than the bound of a row");
  return { type: "entry", header, text: lines.join("\n"), where };
}

function stray(where: Where): IssueItem {
  return skipped(where, "unknown_line", "no message stands before it that it could belong to");
}
