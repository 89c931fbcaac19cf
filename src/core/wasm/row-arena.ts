import { InvalidArgumentError } from "../../model/errors.js";
import type { RowMatch } from "../core.js";
import type { CoreInstance } from "./instance.js";
import { mustFit } from "./instance.js";
import { kindOf } from "./tiers.js";

/** u32 per match: row, score, offset. */
const MATCH_WORDS = 3;
/** A limit for a scan that wants all its matches. */
const EVERY_MATCH = 0xffff_ffff;

/** Rows kept folded in an instance: appended once, scanned as often as asked. Takes the instance over. */
export class RowArena {
  readonly #instance: CoreInstance;
  readonly #scanBatch: number;

  constructor(instance: CoreInstance) {
    this.#instance = instance;
    this.#scanBatch = instance.exports.scanBatch.value;
    this.clear();
  }

  /** Rows held. */
  get size(): number {
    return this.#instance.exports.rowCount.value;
  }

  /** Bytes of linear memory held. */
  get byteLength(): number {
    return this.#instance.byteLength;
  }

  /** Lets the rows go; their memory stays for the next ones. */
  clear(): void {
    mustFit(this.#instance.exports.beginRows());
  }

  /** Adds rows behind those held. */
  append(texts: readonly string[]): void {
    const { exports } = this.#instance;
    mustFit(exports.reserveRows(texts.length));
    for (const text of texts) {
      const bytes = this.#instance.write(text);
      exports.appendRow(this.#instance.at, bytes);
    }
  }

  /** Notes what the rows `[from, to)` hold, which makes scans faster: for rows that are scanned again. */
  mark(from: number, to: number): void {
    this.#checkRows(from, to);
    this.#instance.exports.markRows(from, to);
  }

  /**
   * The matches among the rows `[from, to)`, ascending; a blank query has none. With a limit (> 0)
   * matches that cannot be among so many best, the earlier of equals first, may be left out.
   */
  scan(query: string, from = 0, to: number = this.size, limit: number = Infinity): RowMatch[] {
    this.#checkRows(from, to);
    const bytes = this.#instance.write(query);
    mustFit(this.#instance.exports.setQuery(this.#instance.at, bytes));
    this.#instance.exports.beginScan(Math.min(limit, EVERY_MATCH));
    const matches: RowMatch[] = [];
    for (let start = from; start < to; start += this.#scanBatch) {
      const end = Math.min(start + this.#scanBatch, to);
      this.#collect(this.#instance.exports.scanRows(start, end), matches);
    }
    return matches;
  }

  #checkRows(from: number, to: number): void {
    const whole = Number.isInteger(from) && Number.isInteger(to);
    if (whole && from >= 0 && from <= to && to <= this.size) return;
    throw InvalidArgumentError.of("rows", `${from} to ${to} are not among the ${this.size} held`);
  }

  #collect(count: number, matches: RowMatch[]): void {
    const { exports, words } = this.#instance;
    let word = (exports.found.value >>> 0) >>> 2;
    for (let i = 0; i < count; i++, word += MATCH_WORDS) {
      const score = words[word + 1] ?? 0;
      const row = words[word] ?? 0;
      matches.push({ row, kind: kindOf(score), score, offset: words[word + 2] ?? 0 });
    }
  }
}
