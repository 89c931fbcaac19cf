import type { Author, Message } from "../model/message.js";

/** Code units shown around the first difference of two texts. */
const SHOWN_UNITS = 12;

/** How a row differs from the one that was put in, in words; null when it does not. */
export function describeDifference(expected: Message, actual: Message): string | null {
  const fields = [
    ["sequence", expected.sequence, actual.sequence],
    ["chatId", expected.chatId, actual.chatId],
    ["parent", expected.parent, actual.parent],
    ...authorFields(expected.author, actual.author),
    ["content", expected.content, actual.content],
    ["at", expected.at, actual.at],
    ["sourceId", expected.sourceId, actual.sourceId],
  ] as const;
  for (const [name, wanted, given] of fields)
    if (!Object.is(wanted, given))
      return `${name} of row ${expected.sequence} ${words(wanted, given)}`;
  return null;
}

type Field = readonly [name: string, wanted: unknown, given: unknown];

function authorFields(expected: Author, actual: Author): Field[] {
  const given: Readonly<Record<string, unknown>> = { ...actual };
  return Object.entries(expected).map(([key, wanted]) => [`author.${key}`, wanted, given[key]]);
}

function words(wanted: unknown, given: unknown): string {
  if (typeof wanted !== "string" || typeof given !== "string")
    return `is ${brief(given)}, not ${brief(wanted)}`;
  let at = 0;
  while (wanted.charCodeAt(at) === given.charCodeAt(at)) at++;
  return `is ${unitsAt(given, at)}, not ${unitsAt(wanted, at)}, from UTF-16 unit ${at} on`;
}

function brief(value: unknown): string {
  return typeof value === "string" ? unitsAt(value, 0) : String(value);
}

/** Written in ASCII, so that what a terminal would hide or repair can be told apart. */
function unitsAt(text: string, at: number): string {
  const shown = text.slice(at, at + SHOWN_UNITS);
  const plain = Array.from({ length: shown.length }, (_, index) => unit(shown.charCodeAt(index)));
  return `"${plain.join("")}"${at + SHOWN_UNITS < text.length ? "…" : ""}`;
}

function unit(code: number): string {
  if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code);
  return String.raw`\u${code.toString(16).padStart(4, "0")}`;
}
