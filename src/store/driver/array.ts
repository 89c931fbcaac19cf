/** What PostgreSQL writes for an array: `{a,"b\"c",NULL,{…}}`, with bounds before it at times. */
export function parseArray(text: string, element: (text: string) => unknown): unknown[] {
  const start = text.indexOf("{");
  return new ArrayReader(text, start + 1, element).read();
}

const ENDS = /[,}]/g;
const QUOTED_END = /["\\]/g;

class ArrayReader {
  readonly #text: string;
  readonly #element: (text: string) => unknown;
  #at: number;

  constructor(text: string, at: number, element: (text: string) => unknown) {
    this.#text = text;
    this.#at = at;
    this.#element = element;
  }

  read(): unknown[] {
    const items: unknown[] = [];
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new SyntaxError("an array of the database has no end");
      if (char === "}" || char === ",") this.#at++;
      if (char === "}") return items;
      if (char !== ",") items.push(this.#item(char));
    }
  }

  #item(first: string): unknown {
    if (first === "{") {
      this.#at++;
      return this.read();
    }
    if (first === '"') return this.#element(this.#quoted());
    const end = this.#next(ENDS, this.#at);
    const raw = this.#text.slice(this.#at, end);
    this.#at = end;
    return raw === "NULL" ? null : this.#element(raw);
  }

  #quoted(): string {
    let value = "";
    let from = this.#at + 1;
    for (;;) {
      const stop = this.#next(QUOTED_END, from);
      value += this.#text.slice(from, stop);
      if (this.#text[stop] !== "\\") {
        this.#at = stop + 1;
        return value;
      }
      value += this.#text[stop + 1] ?? "";
      from = stop + 2;
    }
  }

  #next(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.index ?? this.#text.length;
  }
}
