import { parseExactJson } from "../model/exact-json.js";
import { MAX_JSON_DEPTH, MAX_ROW_BYTES } from "./bounds.js";
import { parsePath, standing, type JsonPath } from "./json-path.js";
import { concat, startsWith, type Chunks } from "./source.js";
import { isJsonSpace, ValueScanner } from "./value-scanner.js";

/** Names and indexes that lead to a value. */
export type Place = readonly (string | number)[];

/** A wanted value, or the fact that there is one which is not JSON or too large to be read. */
export type JsonItem =
  | { readonly place: Place; readonly ok: true; readonly value: unknown }
  | {
      readonly place: Place;
      readonly ok: false;
      readonly code: "malformed" | "too_large" | "invalid_utf8";
      readonly reason: string;
    };

/** The document's own structure is damaged: nothing behind it can be trusted. Quotes nothing. */
export class BrokenJson extends Error {
  /** Byte offset, in the document, of what does not fit. */
  readonly at: number;

  constructor(reason: string, at: number) {
    super(reason);
    this.at = at;
  }
}

export interface JsonLimits {
  readonly maxDepth?: number;
  readonly maxRowBytes?: number;
}

/**
 * The values at `paths` (`messages.*`; `*` is any name or index), in document order, as the bytes
 * arrive; only the value being read is held. Numbers that a double would round are texts. A value
 * that is no JSON does not stop its neighbours. Throws `BrokenJson` after what stands before the
 * damage.
 */
export async function* jsonItems(
  chunks: Chunks,
  paths: readonly string[],
  limits: JsonLimits = {},
): AsyncGenerator<JsonItem> {
  const document = new DocumentReader(paths.map(parsePath), limits);
  for await (const chunk of chunks) yield* document.write(chunk);
  document.end();
}

/**
 * What may come next: a value, a value or `]`, a name, a name or `}`, `:`, `,` or an end, nothing.
 */
type Expect = "value" | "first" | "name" | "firstName" | "colon" | "comma" | "nothing";

interface Container {
  readonly array: boolean;
  /** Name or index of the member being read. */
  member: string | number;
}

/** A value (or name) whose end has not been found yet. */
interface Open {
  readonly what: "name" | "wanted" | "aside";
  readonly scanner: ValueScanner;
  parts: Uint8Array[];
  length: number;
}

const UTF8_MARK = [0xef, 0xbb, 0xbf];

class DocumentReader {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #paths: readonly JsonPath[];
  readonly #maxDepth: number;
  readonly #maxRowBytes: number;
  readonly #containers: Container[] = [];
  #expect: Expect = "value";
  #open: Open | null = null;
  /** Bytes before the chunk in hand. */
  #passed = 0;
  /** The first bytes, until there are enough to tell a byte order mark. */
  #front: Uint8Array | null = concat([]);

  constructor(paths: readonly JsonPath[], limits: JsonLimits) {
    this.#paths = paths;
    this.#maxDepth = limits.maxDepth ?? MAX_JSON_DEPTH;
    this.#maxRowBytes = limits.maxRowBytes ?? MAX_ROW_BYTES;
  }

  *write(chunk: Uint8Array): Generator<JsonItem> {
    const bytes = this.#withoutMark(chunk);
    let at = 0;
    while (at < bytes.length) {
      if (this.#open === null) at = this.#structure(bytes, at);
      else {
        const end = this.#open.scanner.scan(bytes, at);
        this.#hold(this.#open, bytes.subarray(at, end < 0 ? bytes.length : end));
        if (end < 0) break;
        yield* this.#close(this.#open);
        at = end;
      }
    }
    this.#passed += bytes.length;
  }

  end(): void {
    const whole = this.#open === null && this.#expect === "nothing";
    if (!whole) throw new BrokenJson("the document is cut short", this.#passed);
  }

  #withoutMark(chunk: Uint8Array): Uint8Array {
    if (this.#front === null) return chunk;
    const bytes = concat([this.#front, chunk]);
    const unsure = bytes.length < UTF8_MARK.length && (bytes[0] ?? UTF8_MARK[0]) === UTF8_MARK[0];
    this.#front = unsure ? bytes : null;
    if (unsure) return concat([]);
    if (!startsWith(bytes, UTF8_MARK)) return bytes;
    this.#passed = UTF8_MARK.length;
    return bytes.subarray(UTF8_MARK.length);
  }

  /** Moves over one byte of the document's own structure, or stops at the first byte of a value. */
  #structure(bytes: Uint8Array, at: number): number {
    const byte = bytes[at] ?? 0;
    if (isJsonSpace(byte)) return at + 1;
    const sign = String.fromCharCode(byte);
    const container = this.#containers.at(-1);
    if (this.#ends(sign, container)) this.#leave();
    else if (this.#expect === "comma" && sign === "," && container !== undefined) {
      if (typeof container.member === "number") container.member++;
      this.#expect = container.array ? "value" : "name";
    } else if (this.#expect === "colon" && sign === ":") this.#expect = "value";
    else if (this.#expect === "value" || this.#expect === "first") return this.#enter(sign, at);
    else if ((this.#expect === "name" || this.#expect === "firstName") && sign === '"')
      return this.#begin("name", at);
    else throw new BrokenJson("the JSON is damaged", this.#passed + at);
    return at + 1;
  }

  #ends(sign: string, container: Container | undefined): boolean {
    if (container === undefined) return false;
    if (this.#expect !== "comma" && this.#expect !== (container.array ? "first" : "firstName"))
      return false;
    return sign === (container.array ? "]" : "}");
  }

  #leave(): void {
    this.#containers.pop();
    this.#expect = this.#containers.length === 0 ? "nothing" : "comma";
  }

  #enter(sign: string, at: number): number {
    if (!/["{[\-\dtfn]/.test(sign)) throw new BrokenJson("the JSON is damaged", this.#passed + at);
    const what = standing(this.#paths, this.#place());
    if (what === "above" && (sign === "[" || sign === "{")) {
      this.#containers.push({ array: sign === "[", member: sign === "[" ? 0 : "" });
      this.#expect = sign === "[" ? "first" : "firstName";
      return at + 1;
    }
    return this.#begin(what === "wanted" ? "wanted" : "aside", at);
  }

  #begin(what: Open["what"], at: number): number {
    this.#open = { what, scanner: new ValueScanner(), parts: [], length: 0 };
    return at;
  }

  /** What is passed over is not held; nor is the rest of what is too large. */
  #hold(open: Open, part: Uint8Array): void {
    open.length += part.length;
    if (open.what === "aside") return;
    if (open.length > this.#maxRowBytes) open.parts = [];
    // A copy: the producer may use its buffer again before the value ends.
    else open.parts.push(part.slice());
  }

  *#close(open: Open): Generator<JsonItem> {
    this.#open = null;
    if (open.what === "name") {
      this.#name(open);
      return;
    }
    if (open.what === "wanted") yield this.#parse(open);
    this.#expect = this.#containers.length === 0 ? "nothing" : "comma";
  }

  #name(open: Open): void {
    const container = this.#containers.at(-1);
    const item = this.#parse(open);
    if (container === undefined || !item.ok || typeof item.value !== "string")
      throw new BrokenJson("a name is no JSON string, or longer than a row may be", this.#passed);
    container.member = item.value;
    this.#expect = "colon";
  }

  #parse(open: Open): JsonItem {
    const place = this.#place();
    const bad = (code: "malformed" | "too_large" | "invalid_utf8", reason: string): JsonItem => ({
      place,
      ok: false,
      code,
      reason,
    });
    if (open.length > this.#maxRowBytes)
      return bad("too_large", `longer than ${this.#maxRowBytes} bytes`);
    if (open.scanner.depth > this.#maxDepth)
      return bad("too_large", `nested deeper than ${this.#maxDepth} levels`);
    try {
      return { place, ok: true, value: this.#read(concat(open.parts)) };
    } catch (error) {
      return error instanceof SyntaxError
        ? bad("malformed", "not valid JSON")
        : bad("invalid_utf8", "not valid UTF-8");
    }
  }

  /** Throws `SyntaxError` for what is no JSON, `TypeError` for what is no UTF-8. */
  #read(bytes: Uint8Array): unknown {
    return parseExactJson(this.#decoder.decode(bytes));
  }

  #place(): Place {
    return this.#containers.map((container) => container.member);
  }
}
