import { field, isRecord, nonEmpty, recordsField, type JsonRecord } from "../fields.js";

export interface ChatgptText {
  readonly content: string;
  /** Something is there that is no text; the content marks it. */
  readonly unread: boolean;
}

/** Where the kinds of content keep their text, in the order in which it reads. */
const TEXT_FIELDS = [
  "title",
  "name",
  "user_profile",
  "user_instructions",
  "model_set_context",
  "summary",
  "text",
  "result",
  "content",
];

/** The text of a message's content, one part a line; parts that are no text as `[image]`. */
export function chatgptText(content: JsonRecord): ChatgptText {
  const parts = field(content, "parts");
  if (Array.isArray(parts)) return join(parts.map(partText));
  const thoughts = recordsField(content, "thoughts").flatMap(textsOf);
  const said = [...textsOf(content), ...thoughts];
  const type = nonEmpty(content, "content_type");
  // An empty text is a place holder; another kind without a text is something not understood.
  if (said.length > 0 || type === null || type === "text") return join(said.map(plain));
  return Object.keys(content).every((name) => name === "content_type" || isEmpty(content, name))
    ? join([])
    : join([mark(type)]);
}

interface Part {
  readonly text: string;
  readonly unread: boolean;
}

function join(parts: readonly Part[]): ChatgptText {
  const filled = parts.filter(({ text }) => text !== "");
  return {
    content: filled.map(({ text }) => text).join("\n"),
    unread: filled.some(({ unread }) => unread),
  };
}

function partText(part: unknown): Part {
  if (typeof part === "string") return plain(part);
  if (part === null) return plain("");
  if (!isRecord(part)) return mark("part");
  const text = textsOf(part).join("\n");
  return text === "" ? mark(nonEmpty(part, "content_type") ?? "part") : plain(text);
}

function plain(text: string): Part {
  return { text, unread: false };
}

function mark(type: string): Part {
  const word = type.replace(/_(asset_)?pointer$/, "").replaceAll("_", " ");
  return { text: `[${word}]`, unread: true };
}

function textsOf(record: JsonRecord): string[] {
  return TEXT_FIELDS.map((name) => nonEmpty(record, name)).filter((text) => text !== null);
}

function isEmpty(record: JsonRecord, name: string): boolean {
  const value = field(record, name);
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
