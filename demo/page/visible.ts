/**
 * Characters that show nothing or that turn the text around them, spelled out: what somebody wrote is
 * what is seen.
 */
import { h } from "./dom.js";

const HIDDEN =
  /\u034f|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;
/** They lay out text and are seen by what they do. */
const LAYOUT = new Set(["\n", "\t", "\r"]);
const JOINERS = new Set(["\u200c", "\u200d"]);
const SELECTORS = new Set(["\ufe0e", "\ufe0f"]);
/** What a variation selector may follow: keycap digits are emoji too. */
const SELECTED = /\p{Emoji}$/u;
const JOINED_EMOJI = [
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u,
  /^\p{Extended_Pictographic}/u,
] as const;
/** Scripts that are spelled with joiners. */
const LETTER =
  "[\\p{Script=Arab}\\p{Script=Syrc}\\p{Script=Mong}\\p{Script=Deva}\\p{Script=Beng}\\p{Script=Gujr}" +
  "\\p{Script=Guru}\\p{Script=Knda}\\p{Script=Mlym}\\p{Script=Sinh}\\p{Script=Taml}\\p{Script=Telu}\\p{Script=Khmr}]";
const JOINED_LETTERS = [new RegExp(`${LETTER}$`, "u"), new RegExp(`^${LETTER}`, "u")] as const;

const NAMES: Readonly<Record<string, string>> = {
  "\u00ad": "soft hyphen",
  "\u200b": "zero-width space",
  "\u200c": "zero-width non-joiner",
  "\u200d": "zero-width joiner",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u202a": "left-to-right embedding",
  "\u202b": "right-to-left embedding",
  "\u202c": "end of embedding",
  "\u202d": "left-to-right override",
  "\u202e": "right-to-left override",
  "\u2060": "word joiner",
  "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate",
  "\u2068": "isolate",
  "\u2069": "end of isolate",
  "\ufeff": "byte order mark",
};

export interface VisiblePart {
  readonly text: string;
  /** The character that the text stands for. */
  readonly hidden: string | null;
}

/** The text with every hidden character as a part of its own. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let done = 0;
  for (const { index, 0: character } of text.matchAll(HIDDEN)) {
    if (isSeen(text, index, character)) continue;
    if (index > done) parts.push({ text: text.slice(done, index), hidden: null });
    parts.push({ text: spelled(character), hidden: character });
    done = index + character.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), hidden: null });
  return parts;
}

/** The same as nodes. */
export function visible(text: string): Node[] {
  return visibleParts(text).map(({ text, hidden }) =>
    hidden === null
      ? document.createTextNode(text)
      : h("span", { class: "hidden-character", title: NAMES[hidden] ?? "hidden character" }, text),
  );
}

function isSeen(text: string, index: number, character: string): boolean {
  if (LAYOUT.has(character)) return true;
  const before = text.slice(Math.max(0, index - 2), index);
  const after = text.slice(index + character.length, index + character.length + 2);
  if (SELECTORS.has(character)) return SELECTED.test(before);
  if (!JOINERS.has(character)) return false;
  return [JOINED_EMOJI, JOINED_LETTERS].some(([left, right]) => {
    return left.test(before) && right.test(after);
  });
}

function spelled(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}
