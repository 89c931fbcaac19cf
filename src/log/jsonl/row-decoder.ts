import type { Message } from "../../model/message.js";
import { parseMessageLine } from "../../model/message-json.js";
import { isBlank, type Line, withoutByteOrderMark } from "./line.js";

/** What a line holds; `none` for a blank one, and for a last line that is not whole yet. */
export type Row =
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "malformed"; readonly reason: string }
  | { readonly type: "none" };

export type RowDecoder = (line: Line) => Row;

const NONE: Row = { type: "none" };

/** With `leaveUnterminated` even a whole message waits for the newline after it. */
export function createRowDecoder(leaveUnterminated: boolean): RowDecoder {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return (line) => {
    if (!line.terminated && leaveUnterminated) return NONE;
    const row = decodeRow(line, utf8);
    return row.type === "malformed" && !line.terminated ? NONE : row;
  };
}

function decodeRow(line: Line, utf8: TextDecoder): Row {
  if (line.bytes === null) return { type: "malformed", reason: "line is too long" };
  const bytes = withoutByteOrderMark(line.at, line.bytes);
  if (isBlank(bytes)) return NONE;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { type: "malformed", reason: "line is not valid UTF-8" };
  }
  const decoded = parseMessageLine(text);
  return decoded.ok
    ? { type: "message", message: decoded.message }
    : { type: "malformed", reason: decoded.reason };
}
