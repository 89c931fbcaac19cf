import { ClosedError } from "../../model/errors.js";
import type { RowMatch, RowSnapshot } from "../core.js";
import { checkLimit } from "../ranking.js";
import { collapseWhiteSpace } from "../white-space.js";
import { fold, scoreFolded, type Folded } from "./score.js";

/** Rows folded once; each scan then scores all of them. */
export class ReferenceRows implements RowSnapshot {
  #rows: Folded[] | null = [];

  get size(): number {
    return this.#open().length;
  }

  append(rows: readonly string[]): void {
    const held = this.#open();
    for (const row of rows) held.push(fold(collapseWhiteSpace(row)));
  }

  scan(query: string, limit: number = Infinity): RowMatch[] {
    const held = this.#open();
    checkLimit(limit);
    if (limit === 0) return [];
    const folded = fold(query);
    const matches: RowMatch[] = [];
    for (const [row, text] of held.entries()) {
      const match = scoreFolded(folded, text);
      if (match !== null) matches.push({ row, ...match });
    }
    return matches;
  }

  close(): void {
    this.#rows = null;
  }

  #open(): Folded[] {
    if (this.#rows === null) throw ClosedError.of("row snapshot");
    return this.#rows;
  }
}
