import { InvalidPatternError } from "../../model/errors.js";

/** Reads a pattern from left to right. Positions are UTF-16 units. */
export class Cursor {
  readonly pattern: string;
  at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  get done(): boolean {
    return this.at >= this.pattern.length;
  }

  /** The next unit, or "" at the end. */
  peek(): string {
    return this.pattern.charAt(this.at);
  }

  looksAt(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  /** Moves past `text` when it stands here. */
  take(text: string): boolean {
    const here = this.looksAt(text);
    if (here) this.at += text.length;
    return here;
  }

  /** Moves past one character and returns it; a lone surrogate is read as U+FFFD. */
  takeCodePoint(): number {
    const codePoint = this.pattern.codePointAt(this.at) ?? 0;
    this.at += codePoint > 0xffff ? 2 : 1;
    return scalar(codePoint);
  }

  /** Moves to the next `text` and past it; returns what stood before it, null when there is none. */
  takeUntil(text: string): string | null {
    const end = this.pattern.indexOf(text, this.at);
    if (end < 0) return null;
    const taken = this.pattern.slice(this.at, end);
    this.at = end + text.length;
    return taken;
  }

  /** Moves past the characters that `accepts` takes, at most `limit` of them. */
  takeWhile(accepts: (unit: string) => boolean, limit: number = Infinity): string {
    const start = this.at;
    while (!this.done && this.at - start < limit && accepts(this.peek())) this.at++;
    return this.pattern.slice(start, this.at);
  }

  fail(reason: string, position: number): InvalidPatternError {
    return InvalidPatternError.of(this.pattern, reason, position);
  }
}

/** Surrogates are no characters: alone, in a pattern as in a text, they are read as U+FFFD. */
export function scalar(codePoint: number): number {
  return codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint;
}
