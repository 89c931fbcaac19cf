import { MAX_BLOCK_DEPTH } from "./bounds.js";

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

/**
 * The value of a JSON text; undefined where it is none, is nested too deeply, or names a field twice:
 * of two claims under one name nobody can say which was meant. Objects have no prototype.
 */
export function readJson(text: string): Json | undefined {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

class Malformed extends Error {}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = [
  ["true", true],
  ["false", false],
  ["null", null],
] as const;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Json {
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) throw new Malformed();
    return value;
  }

  #value(depth: number): Json {
    if (depth > MAX_BLOCK_DEPTH) throw new Malformed();
    this.#space();
    switch (this.#text.charAt(this.#at)) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#list(depth);
      case '"':
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  #object(depth: number): JsonObject {
    const fields: Record<string, Json> = Object.create(null);
    this.#items("}", () => {
      if (this.#text[this.#at] !== '"') throw new Malformed();
      const name = this.#string();
      if (name in fields || !this.#takes(":")) throw new Malformed();
      fields[name] = this.#value(depth + 1);
    });
    return fields;
  }

  #list(depth: number): readonly Json[] {
    const values: Json[] = [];
    this.#items("]", () => values.push(this.#value(depth + 1)));
    return values;
  }

  #items(close: string, item: () => void): void {
    this.#at += 1;
    if (this.#takes(close)) return;
    do {
      this.#space();
      item();
    } while (this.#takes(","));
    if (!this.#takes(close)) throw new Malformed();
  }

  #string(): string {
    const start = this.#at + 1;
    let escaped = false;
    for (let end = start; end < this.#text.length; end++) {
      const unit = this.#text.charCodeAt(end);
      if (unit < FIRST_PRINTABLE) break;
      if (unit === BACKSLASH) {
        escaped = true;
        end += 1;
      } else if (unit === QUOTE) {
        this.#at = end + 1;
        return escaped ? unescape(this.#text.slice(start, end)) : this.#text.slice(start, end);
      }
    }
    throw new Malformed();
  }

  #scalar(): Json {
    const word = WORDS.find(([name]) => this.#text.startsWith(name, this.#at));
    if (word !== undefined) {
      this.#at += word[0].length;
      return word[1];
    }
    NUMBER.lastIndex = this.#at;
    const [digits] = NUMBER.exec(this.#text) ?? [];
    if (digits === undefined) throw new Malformed();
    this.#at += digits.length;
    return Number(digits);
  }

  #takes(character: string): boolean {
    this.#space();
    const there = this.#text[this.#at] === character;
    if (there) this.#at += 1;
    return there;
  }

  #space(): void {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = SPACE.lastIndex;
  }
}

function unescape(inside: string): string {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    throw new Malformed();
  }
}
