/** Cuts a list into pieces that are sent one by one, so that no frame of the page waits for a long one. */
import type { Candidate } from "../model/match.js";

/** UTF-16 units of a slice: cloning them takes a few milliseconds. */
export const SLICE_UNITS = 262_144;
/** Candidates of a slice, as each costs something however short it is. */
export const SLICE_CANDIDATES = 2_048;

/** At least one slice; each holds one candidate at least, if there is one. */
export function* slicesOf(candidates: readonly Candidate[]): Generator<Candidate[], void> {
  let slice: Candidate[] = [];
  let units = 0;
  for (const candidate of candidates) {
    const { id, label, detail } = candidate;
    const size = label.length + id.length + (detail?.length ?? 0);
    if (slice.length > 0 && (slice.length >= SLICE_CANDIDATES || units + size > SLICE_UNITS)) {
      yield slice;
      slice = [];
      units = 0;
    }
    // What else a caller's object has stays here: it is not asked for, and may not be one to clone.
    slice.push(detail === undefined ? { id, label } : { id, label, detail });
    units += size;
  }
  yield slice;
}
