import { describe, expect, it } from "vitest";
import { randomBelow } from "../../bench/regex-cases.mjs";
import { createRe2jsEngine, createRe2WasmEngine } from "../../dist/regex/index.js";
import { answer } from "./suite.js";

/** A made pattern; `nullable` when it can match nothing, `loops` when such a part is repeated. */
interface Made {
  readonly source: string;
  readonly nullable: boolean;
  readonly loops: boolean;
}

const ATOMS =
  String.raw`a b é σ 😀 k ſ 1 - . \w \d \s \S \W [a-c] [^a] [^é-σ] [\W] \p{Greek} \P{Greek} \pZ
 [[:alpha:]σ] \u00e9 \x{1F600} \n \Qa.\E (?i:K) [\ud83d\ude00-\u{1f64f}]`.split(/\s+/);
const ASSERTIONS = ["^", "$", "\\b", "\\A", "\\z", "(?:)"];
const OPENINGS = ["(", "(?:", "(?i:", "(?s:", "(?m:", "(?U:"];
const REPEATS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}"];
const TEXT = Array.from("abéσςΣ😀kKſs \n1-_ßAB.\u212a\u0301\ud800");

class Maker {
  readonly #random: (below: number) => number;

  constructor(seed: number) {
    this.#random = randomBelow(seed);
  }

  text(): string {
    return Array.from({ length: this.#random(12) }, () => this.#pick(TEXT)).join("");
  }

  from(text: string): number {
    return this.#random(3) === 0 ? this.#random(text.length + 1) : 0;
  }

  pattern(depth: number): Made {
    const kind = depth === 0 ? 0 : this.#random(8);
    if (kind < 2) return { source: this.#pick(ATOMS), nullable: false, loops: false };
    if (kind === 2) return { source: this.#pick(ASSERTIONS), nullable: true, loops: false };
    if (kind < 5) return this.#sequence(depth - 1);
    if (kind === 5) return this.#choice(depth - 1);
    const inner = this.pattern(depth - 1);
    if (kind === 6) return { ...inner, source: `${this.#pick(OPENINGS)}${inner.source})` };
    return this.#repeated(inner);
  }

  #sequence(depth: number): Made {
    const parts = Array.from({ length: 1 + this.#random(3) }, () => this.pattern(depth));
    return {
      source: parts.map((part) => `(?:${part.source})`).join(""),
      nullable: parts.every((part) => part.nullable),
      loops: parts.some((part) => part.loops),
    };
  }

  #choice(depth: number): Made {
    const [one, two] = [this.pattern(depth), this.pattern(depth)];
    return {
      source: `${one.source}|${two.source}`,
      nullable: one.nullable || two.nullable,
      loops: one.loops || two.loops,
    };
  }

  #repeated(inner: Made): Made {
    const repeat = this.#pick(REPEATS);
    return {
      source: `(?:${inner.source})${repeat}`,
      nullable: inner.nullable || /^[*?]|^\{0/.test(repeat),
      loops: inner.loops || (inner.nullable && !repeat.startsWith("?")),
    };
  }

  #pick(items: readonly string[]): string {
    return items[this.#random(items.length)] ?? "";
  }
}

describe("re2js and re2wasm", async () => {
  const re2js = createRe2jsEngine();
  const re2wasm = await createRe2WasmEngine();

  it.each([1, 2, 3])("answer alike on 1,500 made patterns and texts (seed %d)", (seed) => {
    const maker = new Maker(seed);
    const different: unknown[] = [];
    let found = 0;
    let loops = 0;
    for (let i = 0; i < 1500; i++) {
      const { source, loops: known } = maker.pattern(4);
      const text = maker.text();
      const from = maker.from(text);
      const [js, wasm] = [answer(re2js, source, text, from), answer(re2wasm, source, text, from)];
      if (Array.isArray(js)) found++;
      if (JSON.stringify(js) === JSON.stringify(wasm)) continue;
      if (known) loops++;
      else different.push({ source, text, from, js, wasm });
    }
    expect(different).toEqual([]);
    // Most patterns must compile, and many find something, or the comparison says little.
    expect(found).toBeGreaterThan(400);
    // The one known kind that these patterns can meet: an empty group under a repetition.
    expect(loops).toBeLessThan(30);
  });
});
