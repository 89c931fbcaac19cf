/** Hands the candidates' texts to the module, in chunks. */
import type { Candidate } from "../../model/match.js";
import { mustFit, type CoreInstance } from "./instance.js";

/** Texts are staged while they surely fit into so many bytes; a candidate that does not goes alone. */
const CHUNK_BYTES = 65_536;
/** UTF-8 bytes that one UTF-16 unit may take. */
const UNIT_BYTES = 3;
const FIELDS = 3;

/** Fills the instance; `units` is the sum of the texts' lengths. What it held before is gone. */
export function packCandidates(
  instance: CoreInstance,
  candidates: readonly Candidate[],
  units: number,
): void {
  const { exports } = instance;
  mustFit(exports.beginCandidates(candidates.length));
  // Sized once, staging included: growth is dear where the host's heap is large.
  mustFit(exports.ensureAbove(units + Math.min(CHUNK_BYTES, units * UNIT_BYTES) * 1.5 + 1024));
  for (let next = 0; next < candidates.length;) {
    const end = chunkEnd(candidates, next);
    const at = instance.stage(end.bytes);
    const lengths = (exports.starts.value >>> 0) / 4;
    let to = at;
    for (let i = next; i < end.next; i++)
      to = stageOne(instance, candidates[i], to, lengths + i * FIELDS);
    exports.appendCandidates(at, end.next - next);
    next = end.next;
  }
  exports.finishCandidates();
}

/** Where the chunk that starts at `first` ends, and the most bytes that it may have. */
function chunkEnd(
  candidates: readonly Candidate[],
  first: number,
): { readonly next: number; readonly bytes: number } {
  let bytes = 0;
  let next = first;
  for (; next < candidates.length; next++) {
    const more = mostBytes(candidates[next]);
    if (next > first && bytes + more > CHUNK_BYTES) break;
    bytes += more;
  }
  return { next, bytes };
}

function mostBytes(candidate: Candidate | undefined): number {
  if (candidate === undefined) return 0;
  const { label, id, detail } = candidate;
  return (label.length + id.length + (detail ?? "").length) * UNIT_BYTES;
}

/** Encodes one candidate's texts to `at` and their lengths to three words; returns the address behind. */
function stageOne(
  instance: CoreInstance,
  candidate: Candidate | undefined,
  at: number,
  word: number,
): number {
  const { words } = instance;
  const { label, id } = candidate ?? { label: "", id: "" };
  // A candidate from JSON may say null.
  const detail = candidate?.detail ?? "";
  const together = label + id + detail;
  const written = instance.encode(together, at);
  if (written === together.length) {
    // All ASCII, so that lengths are bytes: one call has done for three.
    words[word] = label.length;
    words[word + 1] = id.length;
    words[word + 2] = detail.length;
    return at + written;
  }
  let to = at;
  for (const text of [label, id, detail]) {
    const bytes = instance.encode(text, to);
    words[word++] = bytes;
    to += bytes;
  }
  return to;
}
