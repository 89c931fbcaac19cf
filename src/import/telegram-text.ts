import { asText, field, isRecord, textField } from "./fields.js";
import { OpenFence } from "./open-fence.js";

/**
 * A Telegram text as Markdown: code entities become code spans and fenced blocks that no text
 * around or inside them can open or close, links under a text of their own get their address behind
 * it, all other formatting is dropped. Plain text is taken as written.
 */
export function telegramText(text: unknown): string {
  if (!Array.isArray(text)) return asText(text) ?? "";
  const segments = text.map(segmentOf).filter((segment) => segment.text !== "");
  const marks = marksOf(segments);
  const out = new Output();
  let before: Shape = "plain";
  for (const segment of segments) {
    const shape = shapeOf(segment, marks);
    out.write(gap(out, { before, shape }, segment.text));
    if (shape === "block") out.closeBlock();
    out.write(shape === "plain" ? segment.text : (shape === "span" ? span : block)(segment, marks));
    before = shape;
  }
  return out.text();
}

/** The text so far, in pieces: looking at the end of a growing string would copy it each time. */
class Output {
  readonly #pieces: string[] = [];
  readonly #fence = new OpenFence();
  #last = "\n";

  /** The last character; a new line at the start. */
  get last(): string {
    return this.#last;
  }

  write(text: string): void {
    if (text === "") return;
    this.#pieces.push(text);
    this.#fence.write(text);
    this.#last = text.slice(-1);
  }

  /**
   * Begins a line, and ends the block that plain text has left open: the code's own lines might do
   * so instead.
   */
  closeBlock(): void {
    if (this.#last !== "\n") this.write("\n");
    const mark = this.#fence.endLine();
    if (mark !== null) this.write(`${mark}\n`);
  }

  text(): string {
    return this.#pieces.join("");
  }
}

interface Segment {
  readonly type: "plain" | "code" | "pre";
  readonly text: string;
  readonly language: string;
}

/** How a segment is written. */
type Shape = "plain" | "span" | "block";

interface Marks {
  /** Longer than any run of backticks in the message, so nothing but itself can match it. */
  readonly fence: string;
  /** Whether text outside code has backticks, which could pair with some inside a span. */
  readonly loose: boolean;
}

function segmentOf(part: unknown): Segment {
  if (!isRecord(part)) return plain(typeof part === "string" ? part : "");
  const text = textField(part, "text") ?? "";
  const type = field(part, "type");
  if (type === "code" || type === "pre")
    return { type, text, language: textField(part, "language") ?? "" };
  const href = type === "text_link" ? (textField(part, "href") ?? "") : "";
  return plain(href === "" || href === text ? text : `${text} (${href})`);
}

function plain(text: string): Segment {
  return { type: "plain", text, language: "" };
}

function marksOf(segments: readonly Segment[]): Marks {
  const runs =
    segments
      .map(({ text }) => text)
      .join("")
      .match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  const loose = segments.some(({ type, text }) => type === "plain" && text.includes("`"));
  return { fence: "`".repeat(longest + 1), loose };
}

/** A span ends at a blank line or a heading, a fenced block at nothing but its own mark. */
function shapeOf({ type, text }: Segment, { loose }: Marks): Shape {
  if (type === "plain") return "plain";
  const breakable = text.includes("\n") || (loose && text.includes("`"));
  return type === "pre" || breakable ? "block" : "span";
}

/**
 * What keeps a segment from touching the one before; plain text after plain text stays as written.
 */
function gap(out: Output, shapes: { before: Shape; shape: Shape }, text: string): string {
  // A block's mark stands alone on its line.
  if (shapes.before === "block") return "\n";
  if (shapes.shape === "plain") return shapes.before === "span" && text.startsWith("`") ? " " : "";
  // A backslash would escape a span's mark, and two runs of backticks would become one.
  return shapes.shape === "span" && (out.last === "\\" || out.last === "`") ? " " : "";
}

function span({ text }: Segment, { fence }: Marks): string {
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

function block({ text, language }: Segment, { fence }: Marks): string {
  const mark = fence.padEnd(3, "`");
  const info = /^[\w+#.-]+$/.test(language) ? language : "";
  return `${mark}${info}\n${text}${text.endsWith("\n") ? "" : "\n"}${mark}`;
}
