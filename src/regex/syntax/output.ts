import { wellFormed } from "../text.js";

/** A piece of the translated pattern and where it stands in the original. */
interface Piece {
  readonly from: number;
  readonly text: string;
}

/** A Unicode class, whose name only an engine can judge. */
export interface PropertyUse {
  readonly text: string;
  readonly at: number;
}

/** Collects the translated pattern. Both engines get the same. */
export class Output {
  readonly properties: PropertyUse[] = [];
  readonly #pattern: string;
  readonly #pieces: Piece[] = [];

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Takes a part of the pattern over; lone surrogates become U+FFFD. */
  copy(start: number, end: number): void {
    this.replace(start, wellFormed(this.#pattern.slice(start, end)));
  }

  replace(start: number, text: string): void {
    this.#pieces.push({ from: start, text });
  }

  /** Writes a character's escape: as it is where the engines know it, else by its number. */
  escaped(start: number, end: number, codePoint: number): void {
    const known = !/^\\(?:u|x\{)/.test(this.#pattern.slice(start, start + 3));
    if (known) this.copy(start, end);
    else this.replace(start, `\\x{${codePoint.toString(16)}}`);
  }

  property(start: number, end: number): void {
    this.properties.push({ text: this.#pattern.slice(start, end), at: start });
  }

  toString(): string {
    return this.#pieces.map((piece) => piece.text).join("");
  }
}
