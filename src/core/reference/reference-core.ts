import type { Candidate, Hit, OffsetUnit, Range, TextMatch } from "../../model/match.js";
import type { CandidateSnapshot, Core, RowMatch, RowSnapshot } from "../core.js";
import { ReferenceSnapshot } from "./candidates.js";
import { allCodeRanges, blockRanges } from "./masking.js";
import { ReferenceRows } from "./prepared-rows.js";
import { fold, scoreFolded } from "./score.js";
import { isAlphanumeric, lowercase } from "./unicode.js";

/** The simple, exact twin: what the compiled core is tested against, and what runs without it. */
export class ReferenceCore implements Core {
  readonly kind = "reference";

  lowercase(text: string): string {
    return lowercase(text);
  }

  isWordCharacter(codePoint: number): boolean {
    return isAlphanumeric(codePoint);
  }

  score(query: string, text: string): TextMatch | null {
    return scoreFolded(fold(query), fold(text));
  }

  scanRows(query: string, rows: readonly string[], limit?: number): RowMatch[] {
    const snapshot = this.prepareRows();
    snapshot.append(rows);
    return snapshot.scan(query, limit);
  }

  prepareRows(): RowSnapshot {
    return new ReferenceRows();
  }

  rank(query: string, candidates: readonly Candidate[], limit: number): Hit[] {
    return this.prepareCandidates(candidates).query(query, limit);
  }

  prepareCandidates(candidates: readonly Candidate[]): CandidateSnapshot {
    return new ReferenceSnapshot(candidates);
  }

  codeRanges(text: string, unit: OffsetUnit): Range[] {
    return allCodeRanges(text, unit);
  }

  fencedRanges(text: string, unit: OffsetUnit): Range[] {
    return blockRanges(text, unit);
  }
}
