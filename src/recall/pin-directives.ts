import type { Core } from "../core/core.js";
import { splitWhiteSpace } from "../core/white-space.js";
import { PIN_MARKER_CAP } from "../model/bounds.js";
import type { Range } from "../model/match.js";
import type { Message, Sequence } from "../model/message.js";
import type { PinDirective } from "../model/pin.js";

type Carrier = Pick<Message, "sequence" | "author" | "content">;

/**
 * The markers of one message, at most 8: `!pin [^N] [#label] [note]` or `!unpin ^N` at the start of
 * a line that does not start inside code. A line that is no complete marker says nothing.
 */
export function readDirectives(core: Core, carrier: Carrier): PinDirective[] {
  const { content } = carrier;
  if (!content.includes("!")) return [];
  const code = new RangeCursor(core.codeRanges(content, "utf16"));
  const directives: PinDirective[] = [];
  for (let start = 0; start < content.length && directives.length < PIN_MARKER_CAP;) {
    const newline = content.indexOf("\n", start);
    const end = newline < 0 ? content.length : newline;
    if (!code.holds(start)) {
      const directive = readLine(content.slice(start, end), carrier);
      if (directive !== null) directives.push(directive);
    }
    start = end + 1;
  }
  return directives;
}

function readLine(line: string, { sequence, author }: Carrier): PinDirective | null {
  const [first = "", ...rest] = splitWhiteSpace(line);
  if (!first.startsWith("!")) return null;
  // "! pin" is a marker too.
  const words = first === "!" ? rest : [first.slice(1), ...rest];
  const [action, ...args] = words;
  if (action !== "pin" && action !== "unpin") return null;
  const { target, label, note } = readArguments(args);
  if (action === "unpin" && target === null) return null;
  return { sequence, target: target ?? sequence, author, action, label, note };
}

interface Arguments {
  readonly target: Sequence | null;
  readonly label: string | null;
  readonly note: string | null;
}

/** One target and one label in either order; the first word that is neither starts the note. */
function readArguments(words: readonly string[]): Arguments {
  let target: Sequence | null = null;
  let label: string | null = null;
  for (const [index, word] of words.entries()) {
    const found: Sequence | null = target === null ? readTarget(word) : null;
    if (found !== null) target = found;
    else if (label === null && word.length > 1 && word.startsWith("#")) label = word.slice(1);
    else return { target, label, note: words.slice(index).join(" ") };
  }
  return { target, label, note: null };
}

/** `^N` with N a safe integer; a larger one addresses no row here, so it is text. */
function readTarget(word: string): Sequence | null {
  if (!/^\^\+?[0-9]+$/.test(word)) return null;
  const target = Number(word.slice(1));
  return Number.isSafeInteger(target) ? target : null;
}

/** Asks ascending offsets of ascending ranges, so that a message of many lines is read once. */
class RangeCursor {
  readonly #ranges: readonly Range[];
  #next = 0;

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  holds(offset: number): boolean {
    let range = this.#ranges[this.#next];
    while (range !== undefined && range[1] <= offset) range = this.#ranges[++this.#next];
    return range !== undefined && range[0] <= offset;
  }
}
