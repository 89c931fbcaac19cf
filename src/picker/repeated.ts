/** Finds the texts of a list that are not alone in it, without reading long ones to their end. */
import type { Candidate } from "../model/match.js";

/** Buckets to a text: about one in eight is looked at again for nothing. */
const BUCKETS = 8;
/** Units at either end of a text that choose its bucket; a set of long texts reads each of them whole. */
const SAMPLED_UNITS = 12;

/** Labels, or ids, that more than one of the items has. */
export function repeatedTexts(
  items: readonly Candidate[],
  field: "label" | "id",
): ReadonlySet<string> {
  const filled = new Uint8Array(2 ** Math.ceil(Math.log2(Math.max(1, items.length) * BUCKETS)));
  const mask = filled.length - 1;
  for (const item of items) {
    const bucket = sampleOf(item[field]) & mask;
    filled[bucket] = filled[bucket] === 0 ? 1 : 2;
  }
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const item of items) {
    const text = item[field];
    if (filled[sampleOf(text) & mask] === 1) continue;
    if (seen.has(text)) repeated.add(text);
    seen.add(text);
  }
  return repeated;
}

/** A number that equal texts share, and few others. */
function sampleOf(text: string): number {
  const { length } = text;
  let sample = length;
  const head = Math.min(length, SAMPLED_UNITS);
  for (let i = 0; i < head; i++) sample = Math.imul(sample ^ text.charCodeAt(i), 0x01000193);
  for (let i = Math.max(head, length - SAMPLED_UNITS); i < length; i++)
    sample = Math.imul(sample ^ text.charCodeAt(i), 0x01000193);
  return sample ^ (sample >>> 15);
}
