/**
 * Hands the candidates' texts to the module, in chunks. Most lists are larger than the caches, so
 * that to visit a candidate costs more than to copy it: each is visited once, and checked, measured
 * and written on the way.
 */
import { CANDIDATE_FIELD_BYTES } from "../../model/bounds.js";
import type { Candidate } from "../../model/match.js";
import { UNIT_BYTES, checkFields } from "./check-candidates.js";
import { encode, mustFit, type CoreInstance } from "./instance.js";

/** Texts are staged while they surely fit into so many bytes; a candidate that does not goes alone. */
const CHUNK_BYTES = 65_536;
/** No candidate has more bytes. */
const CANDIDATE_BYTES = CANDIDATE_FIELD_BYTES * 3;
/** Longer texts are handed to the encoder; a loop is faster with the others. */
const SHORT_TEXT = 64;
/** Candidates that are looked at to guess how long all are. */
const SAMPLES = 512;
/** How much longer than the guess all may be without growth; it is wrong by a few in a hundred. */
const MARGIN = 1.03;
/** Bytes that linear memory may have. */
const MOST_BYTES = 0xffff_ffff;
/** Lengths of a candidate. */
const FIELD_WORDS = 3;

/** Where a chunk goes: its texts, and their byte lengths. */
interface Chunk {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly at: number;
  readonly word: number;
}

const NOTHING: Candidate = { id: "", label: "" };

/** What changes of the candidates of an instance. */
export interface Change {
  /** What comes behind those that stay. */
  readonly added: readonly Candidate[];
  /** Rows whose candidates go; each has one. */
  readonly removed: readonly number[];
}

/** Fills the instance. What it held before is gone. */
export function packCandidates(instance: CoreInstance, candidates: readonly Candidate[]): void {
  mustFit(instance.exports.beginCandidates());
  changeCandidates(instance, { added: candidates, removed: [] });
}

/**
 * Changes what the instance holds, or throws and changes nothing; `CandidateTooLargeError` counts in
 * `added`. True when rows were closed up: the candidates have then the rows 0, 1, 2 and so on.
 */
export function changeCandidates(instance: CoreInstance, { added, removed }: Change): boolean {
  const { exports } = instance;
  reserve(instance, added);
  try {
    appendAll(instance, added);
  } catch (error) {
    exports.dropAppended();
    throw error;
  }
  for (const row of removed) exports.removeCandidate(row);
  return exports.settleCandidates() !== 0;
}

/** Sizes memory once, staging included: growth is dear where the host's heap is large. */
function reserve({ exports }: CoreInstance, added: readonly Candidate[]): void {
  const units = guessUnits(added);
  const room = units + Math.min(CHUNK_BYTES, units * UNIT_BYTES) * 1.5 + 1024;
  const { length } = added;
  if (exports.reserveCandidates(length, Math.min(room, MOST_BYTES)) !== 0) return;
  // A guess is no reason to fail.
  mustFit(exports.reserveCandidates(length, 0));
}

/** About the sum of the texts' lengths; exactly, of a short list. */
function guessUnits(candidates: readonly Candidate[]): number {
  const { length } = candidates;
  const samples = Math.min(length, SAMPLES);
  let units = 0;
  for (let i = 0; i < samples; i++) {
    const { label, id, detail } = candidates[Math.floor((i * length) / samples)] ?? NOTHING;
    units += label.length + id.length + (detail ?? "").length;
  }
  return samples === length ? units : Math.ceil((units * length * MARGIN) / samples);
}

function appendAll(instance: CoreInstance, candidates: readonly Candidate[]): void {
  const { exports } = instance;
  let size = CHUNK_BYTES;
  for (let first = 0; first < candidates.length;) {
    const at = instance.stage(size);
    const word = ((exports.starts.value >>> 0) >>> 2) + exports.candidates.value * FIELD_WORDS;
    const chunk = { bytes: instance.bytes, words: instance.words, at, word };
    const end = stageCandidates(candidates, first, chunk, size);
    exports.appendCandidates(at, end - first);
    // One that did not fit an empty chunk comes next, in a chunk that any fits.
    size = end === first ? CANDIDATE_BYTES : CHUNK_BYTES;
    first = end;
  }
}

/** Stages candidates from `first` on while they fit into `size` bytes; returns where that ended. */
function stageCandidates(
  candidates: readonly Candidate[],
  first: number,
  { bytes, words, at, word }: Chunk,
  size: number,
): number {
  const limit = at + size;
  let index = first;
  for (; index < candidates.length; index++) {
    const candidate = candidates[index] ?? NOTHING;
    const { label, id } = candidate;
    const detail = candidate.detail ?? "";
    const most = (label.length + id.length + detail.length) * UNIT_BYTES;
    if (!(most <= CANDIDATE_FIELD_BYTES)) checkFields(index, candidate);
    if (at + most > limit && (index > first || size < CANDIDATE_BYTES)) break;
    const idAt = stageText(label, bytes, at);
    const detailAt = stageText(id, bytes, idAt);
    const end = stageText(detail, bytes, detailAt);
    words[word] = idAt - at;
    words[word + 1] = detailAt - idAt;
    words[word + 2] = end - detailAt;
    word += FIELD_WORDS;
    at = end;
  }
  return index;
}

/** Writes a text; returns where it ends. */
function stageText(text: string, bytes: Uint8Array, at: number): number {
  const { length } = text;
  if (length > SHORT_TEXT) return at + encode(text, bytes.subarray(at));
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return at + encode(text, bytes.subarray(at));
    bytes[at + i] = unit;
  }
  return at + length;
}
