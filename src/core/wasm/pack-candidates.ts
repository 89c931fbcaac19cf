/** Hands the candidates' texts to the module: one field of all of them after another, in chunks. */
import type { Candidate } from "../../model/match.js";
import { mustFit, type CoreInstance } from "./instance.js";

/** Bytes staged at once; more than twice what a field may have. */
const CHUNK_BYTES = 131_072;
/** Short texts are joined up to here and encoded as one: a call costs more than the bytes. */
const GROUP_UNITS = 512;
/** UTF-8 bytes that one UTF-16 unit may take. */
const UNIT_BYTES = 3;

const FIELDS: readonly ((candidate: Candidate) => string)[] = [
  ({ label }) => label,
  ({ id }) => id,
  // A candidate from JSON may say null.
  ({ detail }) => detail ?? "",
];

/** Fills the instance; `units` is the sum of the texts' lengths. What it held before is gone. */
export function packCandidates(
  instance: CoreInstance,
  candidates: readonly Candidate[],
  units: number,
): void {
  const { exports } = instance;
  const chunk = Math.min(CHUNK_BYTES, units * UNIT_BYTES);
  mustFit(exports.beginCandidates(candidates.length));
  // Sized once, staging and the paddings between columns included: growth is dear in a large heap.
  mustFit(exports.ensureAbove(units + chunk * 1.5 + 1024));
  for (const [field, textOf] of FIELDS.entries()) {
    const texts = candidates.map(textOf);
    exports.beginField();
    for (let next = 0; next < texts.length;) {
      const at = instance.stage(chunk);
      const end = stageTexts(instance, texts, next, { at, bytes: chunk });
      exports.appendTexts(field, at, end - next);
      next = end;
    }
    mustFit(exports.endField(field));
  }
}

/** Stages texts from number `first` on, and their lengths, while they surely fit; returns where it stopped. */
function stageTexts(
  instance: CoreInstance,
  texts: readonly string[],
  first: number,
  chunk: { readonly at: number; readonly bytes: number },
): number {
  const lengths = instance.words.subarray((instance.exports.survivors.value >>> 0) >>> 2);
  let used = 0;
  let next = first;
  while (next < texts.length) {
    const { text, end } = joinGroup(texts, next);
    if (next > first && used + text.length * UNIT_BYTES > chunk.bytes) break;
    const written = instance.encode(text, chunk.at + used);
    const plain = written === text.length;
    for (let i = next; i < end; i++) {
      const one = texts[i] ?? "";
      const bytes = plain || end - next === 1 ? written : instance.encode(one, chunk.at + used);
      lengths[i] = plain ? one.length : bytes;
      used += plain ? one.length : bytes;
    }
    next = end;
  }
  return next;
}

/** As many texts as stay short together, at least one. */
function joinGroup(
  texts: readonly string[],
  first: number,
): { readonly text: string; readonly end: number } {
  let text = texts[first] ?? "";
  let end = first + 1;
  for (; end < texts.length; end++) {
    const next = texts[end] ?? "";
    if (text.length + next.length > GROUP_UNITS) break;
    text += next;
  }
  return { text, end };
}
