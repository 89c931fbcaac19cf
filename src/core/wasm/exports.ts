/** The compiled module as JavaScript sees it: numbers only. Typed by hand after `assembly/index.ts`. */

/** A compiled `WebAssembly.Module`. An object is all that every library's declaration of it agrees on. */
export type WasmModule = object;

/** The part of a `WebAssembly.Memory` that is used here. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** An exported variable. */
export interface WasmGlobal {
  readonly value: number;
}

/** Addresses are bytes from the start of memory; whatever makes room gives 0 or false when it is exhausted. */
export interface CoreExports {
  readonly memory: WasmMemory;

  /** Where up to `bytes` of raw text may be written. Makes views dead. */
  stage(bytes: number): number;
  /** The first address above all that is kept: where `lowercaseText` writes. */
  regionsEnd(): number;

  isWordCharacter(codePoint: number): number;
  /** Lowercases staged text; its bytes, at `regionsEnd()`. */
  lowercaseText(at: number, bytes: number): number;
  /** Makes staged text the query of `scoreText` and `scanRows`. */
  setQuery(at: number, bytes: number): number;
  /** Score of staged text, 0 for no match; `scoredOffset` says where, in characters. */
  scoreText(at: number, bytes: number): number;
  readonly scoredOffset: WasmGlobal;

  /** Forgets everything and starts without rows. */
  beginRows(): number;
  reserveRows(more: number): number;
  appendRow(at: number, bytes: number): void;
  /** Makes repeated scans of the rows `[from, to)` faster. */
  markRows(from: number, to: number): void;
  /** Starts a scan of which the `limit` best matches are wanted. */
  beginScan(limit: number): void;
  /** Matches among the rows `[from, to)` that can be among the best, at most `scanBatch` of them; they are at `found`. */
  scanRows(from: number, to: number): number;
  readonly scanBatch: WasmGlobal;
  readonly rowCount: WasmGlobal;
  /** u32 row, score, offset for each match. */
  readonly found: WasmGlobal;

  /** Forgets everything and starts without candidates. */
  beginCandidates(): number;
  /** Begins a change: makes room for `count` candidates more and `bytes` of their texts. Makes views dead. */
  reserveCandidates(count: number, bytes: number): number;
  /** Takes the next `count` candidates: staged label, id, detail of each; byte lengths are in `starts`. */
  appendCandidates(at: number, count: number): void;
  /** Undoes what was appended since `reserveCandidates`. */
  dropAppended(): void;
  /** Rows whose ids are the staged one once folded; how many, they are at `listed`. Between changes. */
  listById(at: number, bytes: number): number;
  /** u32 for each row. */
  readonly listed: WasmGlobal;
  /** Takes out the candidate of a row that has one. */
  removeCandidate(row: number): void;
  /** Makes the candidates ready to be asked for; not 0 when rows of removed ones were closed up. */
  settleCandidates(): number;
  /** Rows in use, by those removed too. */
  readonly candidates: WasmGlobal;
  /** Three u32 for each row. */
  readonly starts: WasmGlobal;
  /** Hits for staged text, -1 when memory is exhausted; they are at `hits`. */
  query(at: number, bytes: number, limit: number): number;
  /** u32 row, score, offset, field for each hit. */
  readonly hits: WasmGlobal;

  /** Code blocks, and if asked spans, of staged text, -1 when memory is exhausted; u32 pairs, at `ranges`. */
  findCode(at: number, bytes: number, spans: number, utf16: number): number;
  readonly ranges: WasmGlobal;
  /** What the last `findCode` did, in lines, cursor moves and inline stops. */
  codeSteps(): number;
}

const FUNCTIONS = [
  "stage",
  "regionsEnd",
  "isWordCharacter",
  "lowercaseText",
  "setQuery",
  "scoreText",
  "beginRows",
  "reserveRows",
  "appendRow",
  "markRows",
  "beginScan",
  "scanRows",
  "beginCandidates",
  "reserveCandidates",
  "appendCandidates",
  "dropAppended",
  "listById",
  "removeCandidate",
  "settleCandidates",
  "query",
  "findCode",
  "codeSteps",
] as const satisfies readonly (keyof CoreExports)[];

const VARIABLES = [
  "scoredOffset",
  "scanBatch",
  "rowCount",
  "found",
  "candidates",
  "starts",
  "listed",
  "hits",
  "ranges",
  "memory",
] as const satisfies readonly (keyof CoreExports)[];

/** Whether a module exports all that is used here. */
export function isCoreExports(exports: object): exports is CoreExports {
  const entries = new Map(Object.entries(exports));
  return (
    FUNCTIONS.every((name) => typeof entries.get(name) === "function") &&
    VARIABLES.every((name) => typeof entries.get(name) === "object")
  );
}
