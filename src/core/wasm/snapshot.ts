import { CANDIDATE_FIELD_BYTES, CANDIDATE_LIMIT } from "../../model/bounds.js";
import { ClosedError } from "../../model/errors.js";
import type { Candidate, Hit } from "../../model/match.js";
import type { CandidateSnapshot } from "../core.js";
import { checkLimit } from "../ranking.js";
import { trimWhiteSpace } from "../white-space.js";
import { checkCandidates, checkCount } from "./check-candidates.js";
import type { WasmModule } from "./exports.js";
import { CoreInstance, exhausted } from "./instance.js";
import { changeCandidates, packCandidates } from "./pack-candidates.js";
import { fieldOf, hitKindOf } from "./tiers.js";

/** No text of a candidate holds more UTF-16 units, so that no longer query matches one. */
const QUERY_UNITS = CANDIDATE_FIELD_BYTES * 2;
/** Ids are looked up one by one where they are at most one in so many of the rows; else rows are read. */
const FEW_IDS = 128;
/** u32 per hit: index, score, offset, field. */
const HIT_WORDS = 4;

/** A snapshot in an instance of its own. */
export class WasmSnapshot implements CandidateSnapshot {
  readonly #module: WasmModule;
  #size: number;
  /** By row; null where the candidate is gone. */
  #rows: (Candidate | null)[];
  #instance: CoreInstance | null;

  constructor(module: WasmModule, candidates: readonly Candidate[]) {
    checkCount(candidates.length);
    this.#module = module;
    this.#size = candidates.length;
    this.#rows = candidates.slice();
    this.#instance = packed(module, candidates);
  }

  get size(): number {
    return this.#size;
  }

  /** Bytes of linear memory held; 0 when closed. */
  get byteLength(): number {
    return this.#instance?.byteLength ?? 0;
  }

  query(query: string, limit: number): Hit[] {
    const instance = this.#open();
    checkLimit(limit);
    return queryPacked(instance, this.#rows, query, limit);
  }

  update(added: readonly Candidate[], removed: readonly string[]): void {
    const instance = this.#open();
    const leaving = rowsOf(new Set(removed), this.#rows, instance);
    const staying = this.#size - leaving.length;
    checkCount(staying + added.length);
    if (this.#rows.length + added.length > CANDIDATE_LIMIT) this.#renew(added, leaving);
    else if (added.length + leaving.length > 0) {
      const closedUp = changeCandidates(instance, { added, removed: leaving });
      for (const row of leaving) this.#rows[row] = null;
      for (const candidate of added) this.#rows.push(candidate);
      if (closedUp) this.#rows = present(this.#rows);
    }
    this.#size = staying + added.length;
  }

  close(): void {
    this.#instance = null;
    this.#rows = [];
  }

  #open(): CoreInstance {
    if (this.#instance === null) throw ClosedError.of("candidate snapshot");
    return this.#instance;
  }

  /** Prepares what is left anew where the rows of those gone would take the numbers of those added. */
  #renew(added: readonly Candidate[], leaving: readonly number[]): void {
    checkCandidates(added);
    const rows = this.#rows.slice();
    for (const row of leaving) rows[row] = null;
    const candidates = [...present(rows), ...added];
    this.#instance = packed(this.#module, candidates);
    this.#rows = candidates;
  }
}

/** The rows of the candidates with these ids. */
function rowsOf(
  ids: ReadonlySet<string>,
  rows: readonly (Candidate | null)[],
  instance: CoreInstance,
): number[] {
  if (ids.size * FEW_IDS <= rows.length)
    return [...ids].flatMap((id) => rowsOfId(id, rows, instance));
  const found: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const id = rows[row]?.id;
    if (id !== undefined && ids.has(id)) found.push(row);
  }
  return found;
}

function rowsOfId(
  id: string,
  rows: readonly (Candidate | null)[],
  instance: CoreInstance,
): number[] {
  if (id.length > CANDIDATE_FIELD_BYTES) return [];
  const bytes = instance.write(id);
  const count = instance.exports.listById(instance.at, bytes);
  const first = (instance.exports.listed.value >>> 0) >>> 2;
  // Folding makes ids equal that are not.
  return Array.from(instance.words.subarray(first, first + count)).filter(
    (row) => rows[row]?.id === id,
  );
}

function packed(module: WasmModule, candidates: readonly Candidate[]): CoreInstance {
  const instance = new CoreInstance(module);
  packCandidates(instance, candidates);
  return instance;
}

function present(rows: readonly (Candidate | null)[]): Candidate[] {
  return rows.filter((candidate) => candidate !== null);
}

/** The hits for a query over the candidates of an instance, by row. */
export function queryPacked(
  instance: CoreInstance,
  rows: readonly (Candidate | null)[],
  query: string,
  limit: number,
): Hit[] {
  if (limit === 0 || rows.length === 0) return [];
  const text = query.length > QUERY_UNITS ? trimWhiteSpace(query) : query;
  if (text.length > QUERY_UNITS) return [];
  const bytes = instance.write(text);
  const most = Math.min(limit, rows.length);
  const count = instance.exports.query(instance.at, bytes, most);
  if (count < 0) throw exhausted();
  if (count === 0) return [];
  return readHits(instance, rows, count);
}

function readHits(
  { exports, words }: CoreInstance,
  rows: readonly (Candidate | null)[],
  count: number,
): Hit[] {
  const hits: Hit[] = [];
  let word = (exports.hits.value >>> 0) >>> 2;
  for (let i = 0; i < count; i++, word += HIT_WORDS) {
    const candidate = rows[words[word] ?? 0];
    if (candidate === undefined || candidate === null) continue;
    const score = words[word + 1] ?? 0;
    const field = fieldOf(words[word + 3] ?? 0);
    const { id, label } = candidate;
    const kind = hitKindOf(score, field);
    hits.push({ id, label, field, kind, score, offset: words[word + 2] ?? 0 });
  }
  return hits;
}
