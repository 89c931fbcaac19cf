import { ClosedError } from "../../model/errors.js";
import type { RowMatch, RowSnapshot } from "../core.js";
import { checkLimit } from "../ranking.js";
import { isBlank } from "../white-space.js";
import type { WasmModule } from "./exports.js";
import { CoreInstance } from "./instance.js";
import { RowArena } from "./row-arena.js";

/** Rows in an instance of their own, marked as they come since they are scanned again and again. */
export class WasmRows implements RowSnapshot {
  /** All that holds the instance, so that closing lets it go. */
  #arena: RowArena | null;

  constructor(module: WasmModule) {
    this.#arena = new RowArena(new CoreInstance(module));
  }

  get size(): number {
    return this.#open().size;
  }

  /** Bytes of linear memory held; 0 when closed. */
  get byteLength(): number {
    return this.#arena?.byteLength ?? 0;
  }

  append(rows: readonly string[]): void {
    const arena = this.#open();
    const from = arena.size;
    arena.append(rows);
    arena.mark(from, arena.size);
  }

  scan(query: string, limit: number = Infinity): RowMatch[] {
    const arena = this.#open();
    checkLimit(limit);
    return limit === 0 || isBlank(query) ? [] : arena.scan(query, 0, arena.size, limit);
  }

  close(): void {
    this.#arena = null;
  }

  #open(): RowArena {
    if (this.#arena === null) throw ClosedError.of("row snapshot");
    return this.#arena;
  }
}
