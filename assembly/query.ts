/**
 * The best candidates for a query. Tiers do not overlap, so they are swept best first, and a heap
 * that is full of a better tier ends the search. What a sweep leaves out, its filters prove too
 * weak; what it keeps is scored in full: the answer is that of scoring everything.
 */
import { candidates, planesMade, survivors } from "./columns";
import { keepByAll, keepScattered } from "./evaluate";
import { mayHoldAnywhere, mayMatchAnywhere, setFilters } from "./filters";
import { beginHeap, dropHeap, finishHeap, kept, threshold } from "./heap";
import {
  NEEDLE_FAILED,
  NEEDLE_NEW,
  NEEDLE_SAME,
  dropNeedle,
  needleBytes,
  setNeedle,
} from "./needle";
import {
  keepVerbatim,
  keepWordPrefixes,
  listLikely,
  sweepScatteredDetails,
  sweepScatteredNames,
} from "./passes";
import { choosePlanes, countHolders, listHolders } from "./planes";
import { keepPrefixes } from "./prefix-order";
import { BEST, PREFIX, SUBSTRING, WORD_PREFIX } from "./score";
import { beginSweep, sweepTexts, sweptRows } from "./sweep";

/** No list is held. */
const NONE: u32 = 0xffffffff;
/** A list of at most one in so many of all candidates is held, and scored without sweeps. */
const SHORT_LIST: u32 = 32;
/** To look at so few candidates is less work than to find out whether one begins like the query. */
const FEW: u32 = 64;
/**
 * Where more than one in so many of all candidates may hold the query verbatim, the texts are swept:
 * a candidate costs about what this many times its text does.
 */
const LONG_LIST: u32 = 32;
/** No detail scores more than this where the query is not in it verbatim. */
const SCATTERED_DETAIL: u32 = 149;

/** Candidates on the list: all that match the query, or any query that it extends, are on it. */
let listed: u32 = NONE;
/** The limit that the held answer was made for; 0 when none is held. */
let answered: u32 = 0;

/** Forgets what earlier queries left. */
export function resetQueries(): void {
  dropNeedle();
  dropHeap();
  listed = NONE;
  answered = 0;
}

/** Forgets the list; whoever writes to `survivors` between queries must ask for it. */
export function dropList(): void {
  listed = NONE;
}

/**
 * Finds the best `limit` for staged raw text; returns how many hits there are, -1 when memory is
 * exhausted.
 */
export function query(at: usize, bytes: usize, limit: u32): i32 {
  const relation = setNeedle(at, bytes);
  if (relation == NEEDLE_FAILED) return -1;
  const wanted = min<u32>(limit, candidates);
  if (wanted == 0 || needleBytes == 0) return 0;
  if (relation == NEEDLE_SAME && wanted == answered) return kept;
  if (relation == NEEDLE_NEW) listed = NONE;
  answered = 0;
  if (!beginHeap(wanted)) return -1;
  setFilters();
  search();
  finishHeap();
  answered = wanted;
  return kept;
}

function search(): void {
  if (listed != NONE) return searchList(BEST + 1);
  const most = candidates / SHORT_LIST;
  // Planes are not made for a query that may do without.
  if (planesMade) {
    choosePlanes();
    if (listUpTo(min(most, FEW))) return searchList(BEST + 1);
  }
  keepPrefixes();
  if (threshold >= PREFIX) return;
  choosePlanes();
  if (countHolders(most) <= most && listUpTo(most)) return searchList(PREFIX);
  searchVerbatim();
  if (threshold >= SUBSTRING) return;
  sweepScatteredNames();
  if (threshold <= SCATTERED_DETAIL) sweepScatteredDetails();
}

/** Lists all that may match, unless they are more than `most`. */
function listUpTo(most: u32): bool {
  const count = listHolders(most);
  if (count <= most) listed = count;
  return count <= most;
}

/** Keeps what holds the query verbatim, but does not start with it. */
function searchVerbatim(): void {
  beginSweep();
  // A single byte is in nearly every text: a sweep would stop all the time.
  const most = needleBytes == 1 ? candidates : candidates / LONG_LIST;
  let likely = listLikely(0, most);
  if (likely > most) {
    sweepTexts();
    likely = sweptRows == candidates ? 0 : listLikely(sweptRows, candidates);
  }
  keepWordPrefixes(likely);
  if (threshold < WORD_PREFIX) keepVerbatim(likely);
}

/**
 * Scores what is listed, less what is `below` or better and so dealt with; drops what cannot match.
 */
function searchList(below: u32): void {
  let left: u32 = 0;
  for (let i: u32 = 0; i < listed; i++) {
    const row = load<u32>(survivors + (usize(i) << 2));
    store<u32>(survivors + (usize(left) << 2), row);
    left += u32(mayMatchAnywhere(row));
  }
  listed = left;
  for (let i: u32 = 0; i < listed; i++) {
    const row = load<u32>(survivors + (usize(i) << 2));
    if (mayHoldAnywhere(row)) keepByAll(row, below);
  }
  for (let i: u32 = 0; i < listed; i++) {
    const row = load<u32>(survivors + (usize(i) << 2));
    if (!mayHoldAnywhere(row)) keepScattered(row);
  }
}
