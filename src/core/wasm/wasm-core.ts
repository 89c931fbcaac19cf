import type { Candidate, Hit, OffsetUnit, Range, TextMatch } from "../../model/match.js";
import type { CandidateSnapshot, Core, RowMatch, RowSnapshot } from "../core.js";
import { checkLimit } from "../ranking.js";
import { isBlank } from "../white-space.js";
import { checkCandidates, checkCount } from "./check-candidates.js";
import { findRanges, mayHoldCode, mayHoldBlock } from "./code-ranges.js";
import type { WasmModule } from "./exports.js";
import { mustFit } from "./instance.js";
import { packCandidates } from "./pack-candidates.js";
import { WasmRows } from "./prepared-rows.js";
import { RowArena } from "./row-arena.js";
import { Scratch } from "./scratch.js";
import { WasmSnapshot, queryPacked } from "./snapshot.js";
import { kindOf } from "./tiers.js";

/** Rows and UTF-16 units that a one-shot scan packs at once; a longer row goes alone. */
const BATCH_ROWS = 512;
const BATCH_UNITS = 131_072;

const LAST_CODE_POINT = 0x10ffff;

/** Has no character outside ASCII. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * The compiled core over a module that `coreModule()` or the host compiled. Throws
 * `CoreUnavailableError` for a module that is another one.
 */
export function createWasmCore(module: WasmModule): Core {
  return new WasmCore(module);
}

/** One-shot calls run in scratch instances; each prepared object has an instance of its own. */
class WasmCore implements Core {
  readonly kind = "wasm";
  readonly #module: WasmModule;
  readonly #texts: Scratch;
  readonly #packed: Scratch;

  constructor(module: WasmModule) {
    this.#module = module;
    this.#texts = new Scratch(module);
    this.#packed = new Scratch(module);
    // A module that does not fit is better known now than at the first question.
    this.#texts.use(() => undefined);
  }

  lowercase(text: string): string {
    if (ASCII.test(text)) return text.toLowerCase();
    return this.#texts.use((instance) => {
      const raw = instance.write(text);
      const bytes = instance.exports.lowercaseText(instance.at, raw);
      return instance.read(instance.exports.regionsEnd() >>> 0, bytes >>> 0);
    });
  }

  isWordCharacter(codePoint: number): boolean {
    // Across the line the number would be cut to 32 bits.
    if (!(codePoint >= 0 && codePoint <= LAST_CODE_POINT)) return false;
    return this.#texts.use(({ exports }) => exports.isWordCharacter(codePoint) !== 0);
  }

  score(query: string, text: string): TextMatch | null {
    return this.#texts.use((instance) => {
      const { exports } = instance;
      const queryBytes = instance.write(query);
      mustFit(exports.setQuery(instance.at, queryBytes));
      const bytes = instance.write(text);
      const score = exports.scoreText(instance.at, bytes);
      if (score === 0) return null;
      return { kind: kindOf(score), score, offset: exports.scoredOffset.value >>> 0 };
    });
  }

  scanRows(query: string, rows: readonly string[], limit: number = Infinity): RowMatch[] {
    checkLimit(limit);
    if (limit === 0 || isBlank(query)) return [];
    return this.#packed.use((instance) => {
      const arena = new RowArena(instance);
      const matches: RowMatch[] = [];
      for (let first = 0; first < rows.length;) {
        const end = batchEnd(rows, first);
        arena.clear();
        arena.append(rows.slice(first, end));
        for (const { row, kind, score, offset } of arena.scan(query, 0, arena.size, limit))
          matches.push({ row: first + row, kind, score, offset });
        first = end;
      }
      return matches;
    });
  }

  prepareRows(): RowSnapshot {
    return new WasmRows(this.#module);
  }

  rank(query: string, candidates: readonly Candidate[], limit: number): Hit[] {
    checkLimit(limit);
    checkCount(candidates.length);
    if (limit === 0 || isBlank(query)) {
      checkCandidates(candidates);
      return [];
    }
    return this.#packed.use((instance) => {
      packCandidates(instance, candidates);
      return queryPacked(instance, candidates, query, limit);
    });
  }

  prepareCandidates(candidates: readonly Candidate[]): CandidateSnapshot {
    return new WasmSnapshot(this.#module, candidates);
  }

  codeRanges(text: string, unit: OffsetUnit): Range[] {
    if (!mayHoldCode(text)) return [];
    return this.#texts.use((instance) => findRanges(instance, text, unit, true));
  }

  fencedRanges(text: string, unit: OffsetUnit): Range[] {
    if (!mayHoldBlock(text)) return [];
    return this.#texts.use((instance) => findRanges(instance, text, unit, false));
  }
}

/** Where the batch of rows that starts at `first` ends; it holds one row at least. */
function batchEnd(rows: readonly string[], first: number): number {
  let end = first;
  let units = 0;
  while (end < rows.length && end - first < BATCH_ROWS) {
    units += rows[end]?.length ?? 0;
    if (units > BATCH_UNITS && end > first) break;
    end++;
  }
  return end;
}
