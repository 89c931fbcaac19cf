const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COMMA = 0x2c;

/**
 * Finds where one JSON value ends, from its first byte on, over any number of slices. Knows strings
 * and nesting and nothing else: what stands inside is for the parser of the whole value to judge.
 */
export class ValueScanner {
  /** Deepest nesting met so far. */
  depth = 0;
  #level = 0;
  #inString = false;
  #escaped = false;
  #scalar = false;
  #begun = false;

  /**
   * The index just after the value; -1 when the slice ends first. A scalar ends before what follows
   * it.
   */
  scan(bytes: Uint8Array, from: number): number {
    let at = from;
    if (!this.#begun) {
      this.#begun = true;
      const first = bytes[at];
      this.#scalar = first !== QUOTE && first !== OPEN_BRACE && first !== OPEN_BRACKET;
    }
    if (this.#scalar) return scalarEnd(bytes, at);
    while (at < bytes.length) {
      at = this.#inString ? this.#skipString(bytes, at) : this.#step(bytes, at);
      if (!this.#inString && this.#level === 0) return at;
    }
    return -1;
  }

  /** Outside strings; moves over one byte. */
  #step(bytes: Uint8Array, at: number): number {
    const byte = bytes[at];
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#level++;
      if (this.#level > this.depth) this.depth = this.#level;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#level--;
    return at + 1;
  }

  /** Inside a string; moves behind its closing quote, or to the end of the slice. */
  #skipString(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        return at + 1;
      }
    }
    return bytes.length;
  }
}

function scalarEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) if (endsScalar(bytes[at])) return at;
  return -1;
}

function endsScalar(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isJsonSpace(byte ?? 0);
}

export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
