import { asText, field, isRecord, textField, type JsonRecord } from "./fields.js";

/**
 * A Telegram text as Markdown-safe text: code entities become code spans and fenced blocks, links with
 * a text of their own get their address behind it, all other formatting is dropped. Plain text is
 * taken as written.
 */
export function telegramText(text: unknown): string {
  if (!Array.isArray(text)) return asText(text) ?? "";
  const parts = text.filter((part) => typeof part === "string" || isRecord(part));
  const fence = "`".repeat(longestRun(parts.map(partText).join("")) + 1);
  let out = "";
  let afterSpan = false;
  for (const [i, part] of parts.entries()) {
    const around = { before: out, fence, last: i === parts.length - 1 };
    const next = typeof part === "string" ? part : entity(part, around);
    // A backtick right behind a span would lengthen its closing mark.
    if (next !== "") out += afterSpan && next.startsWith("`") ? ` ${next}` : next;
    if (next !== "") afterSpan = isSpan(part);
  }
  return out;
}

function isSpan(part: unknown): boolean {
  return isRecord(part) && field(part, "type") === "code" && !partText(part).includes("\n");
}

function partText(part: unknown): string {
  return typeof part === "string" ? part : isRecord(part) ? (textField(part, "text") ?? "") : "";
}

interface Surroundings {
  readonly before: string;
  /** Longer than any run of backticks in the message, so nothing but itself can match it. */
  readonly fence: string;
  readonly last: boolean;
}

function entity(part: JsonRecord, around: Surroundings): string {
  const text = partText(part);
  switch (field(part, "type")) {
    case "code":
      // A code span ends at a blank line or a heading; a block does not.
      return text.includes("\n") ? block(text, "", around) : span(text, around);
    case "pre":
      return block(text, textField(part, "language") ?? "", around);
    case "text_link": {
      const href = textField(part, "href") ?? "";
      return href === "" || href === text ? text : `${text} (${href})`;
    }
    default:
      return text;
  }
}

function span(text: string, { before, fence }: Surroundings): string {
  if (text === "") return "";
  // A backslash would escape the mark, a backtick would make it longer.
  const gap = /[\\`]$/.test(before) ? " " : "";
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${gap}${fence}${pad}${text}${pad}${fence}`;
}

/**
 * The opening line always has an info word: without one it would close a fence that the plain text
 * before it left open, and the code would stand outside.
 */
function block(text: string, language: string, { before, fence, last }: Surroundings): string {
  const marks = fence.padEnd(3, "`");
  const info = /^[\w+#.-]+$/.test(language) ? language : "text";
  const start = before === "" || before.endsWith("\n") ? "" : "\n";
  const end = text.endsWith("\n") ? "" : "\n";
  return `${start}${marks}${info}\n${text}${end}${marks}${last ? "" : "\n"}`;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return longest;
}
