/** Hands the candidates' texts to the module, in chunks. */
import type { Candidate } from "../../model/match.js";
import { encode, mustFit, type CoreInstance } from "./instance.js";

/** Texts are staged while they surely fit into so many bytes; a candidate that does not goes alone. */
const CHUNK_BYTES = 65_536;
/** Candidates encoded by one call where all their texts are ASCII: a call costs more than their bytes. */
const GROUP = 8;
/** UTF-8 bytes that one UTF-16 unit may take. */
const UNIT_BYTES = 3;
/** Bytes that linear memory may have. */
const MOST_BYTES = 0xffff_ffff;
/** Lengths of a candidate. */
const FIELD_WORDS = 3;

/** Where staged texts, and their byte lengths, go next. */
interface Cursor {
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  at: number;
  word: number;
}

const NOTHING: Candidate = { id: "", label: "" };

/** What changes of the candidates of an instance. */
export interface Change {
  /** What comes behind those that stay. */
  readonly added: readonly Candidate[];
  /** Sum of the lengths of their texts. */
  readonly units: number;
  /** Rows whose candidates go; each has one. */
  readonly removed: readonly number[];
}

/** Fills the instance; `units` is the sum of the texts' lengths. What it held before is gone. */
export function packCandidates(
  instance: CoreInstance,
  candidates: readonly Candidate[],
  units: number,
): void {
  mustFit(instance.exports.beginCandidates());
  changeCandidates(instance, { added: candidates, units, removed: [] });
}

/**
 * Changes what the instance holds, or throws and changes nothing. True when rows were closed up: the
 * candidates have then the rows 0, 1, 2 and so on.
 */
export function changeCandidates(
  instance: CoreInstance,
  { added, units, removed }: Change,
): boolean {
  const { exports } = instance;
  // Sized once, staging included: growth is dear where the host's heap is large.
  const room = units + Math.min(CHUNK_BYTES, units * UNIT_BYTES) * 1.5 + 1024;
  mustFit(exports.reserveCandidates(added.length, Math.min(room, MOST_BYTES)));
  try {
    appendAll(instance, added);
  } catch (error) {
    exports.dropAppended();
    throw error;
  }
  for (const row of removed) exports.removeCandidate(row);
  return exports.settleCandidates() !== 0;
}

function appendAll(instance: CoreInstance, candidates: readonly Candidate[]): void {
  const { exports } = instance;
  for (let first = 0; first < candidates.length;) {
    const { end, most } = chunkEnd(candidates, first);
    const staged = instance.stage(most);
    const word = ((exports.starts.value >>> 0) >>> 2) + exports.candidates.value * FIELD_WORDS;
    const cursor = { bytes: instance.bytes, words: instance.words, at: staged, word };
    for (let next = first; next < end; next += GROUP) {
      stageGroup(candidates, next, Math.min(next + GROUP, end), cursor);
    }
    exports.appendCandidates(staged, end - first);
    first = end;
  }
}

/** Where the chunk that starts at `first` ends, and the most bytes that it may have. */
function chunkEnd(
  candidates: readonly Candidate[],
  first: number,
): { readonly end: number; readonly most: number } {
  let most = 0;
  let end = first;
  for (; end < candidates.length; end++) {
    const { label, id, detail } = at(candidates, end);
    const more = (label.length + id.length + (detail ?? "").length) * UNIT_BYTES;
    if (end > first && most + more > CHUNK_BYTES) break;
    most += more;
  }
  return { end, most };
}

function stageGroup(
  candidates: readonly Candidate[],
  first: number,
  end: number,
  cursor: Cursor,
): void {
  let together = "";
  for (let i = first; i < end; i++) {
    const { label, id, detail } = at(candidates, i);
    together += label + id + (detail ?? "");
  }
  const written = encode(together, cursor.bytes.subarray(cursor.at));
  // As many bytes as units: all ASCII, so that the lengths are known.
  const plain = written === together.length;
  for (let i = first; i < end; i++) {
    const { label, id, detail } = at(candidates, i);
    stageText(label, plain, cursor);
    stageText(id, plain, cursor);
    stageText(detail ?? "", plain, cursor);
  }
}

/** Notes the length of a text, and writes it unless it has been. */
function stageText(text: string, written: boolean, cursor: Cursor): void {
  const bytes = written ? text.length : encode(text, cursor.bytes.subarray(cursor.at));
  cursor.words[cursor.word++] = bytes;
  cursor.at += bytes;
}

function at(candidates: readonly Candidate[], index: number): Candidate {
  return candidates[index] ?? NOTHING;
}
