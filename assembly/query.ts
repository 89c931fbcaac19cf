/**
 * The best candidates for a query. Tiers do not overlap, so they are swept best first, and a heap that
 * is full of a better tier ends the search. What a sweep leaves out, its filters prove too weak; what it
 * keeps is scored in full: the answer is that of scoring everything.
 */
import { DETAIL, LABEL, candidates, survivors } from "./columns";
import { keepByAll } from "./evaluate";
import { mayHold, mayMatch, setFilters } from "./filters";
import { beginHeap, dropHeap, finishHeap, kept, threshold } from "./heap";
import {
  NEEDLE_FAILED,
  NEEDLE_NEW,
  NEEDLE_SAME,
  dropNeedle,
  needleBytes,
  setNeedle,
} from "./needle";
import { countUnions, listSurvivors, sweepPrefixes, sweepWordPrefixes } from "./passes";
import { BEST, PREFIX, WORD_PREFIX } from "./score";

/** No list is held. */
const NONE: u32 = 0xffffffff;
/** Marks a listed candidate that cannot hold the query verbatim. */
const SCATTERED: u32 = 0x80000000;
/** A list of fewer than this part of all is scored at once, without sweeps. */
const SHORT_LIST: u32 = 32;

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

/** Finds the best `limit` for staged raw text; returns how many hits there are, -1 when memory is exhausted. */
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
  if (listed != NONE && isShort(listed)) return searchList(BEST + 1);
  sweepPrefixes();
  if (threshold >= PREFIX) return;
  if (listed == NONE) {
    const count = countUnions();
    if (count == 0) {
      listed = 0;
      return;
    }
    if (isShort(count)) {
      listed = listSurvivors();
      return searchList(PREFIX);
    }
  }
  sweepWordPrefixes();
  if (threshold >= WORD_PREFIX) return;
  if (listed == NONE) listed = listSurvivors();
  searchList(WORD_PREFIX);
}

function isShort(count: u32): bool {
  return count <= candidates / SHORT_LIST;
}

/** Scores what is listed, less what is `below` or better and so dealt with; verbatim matches first. */
function searchList(below: u32): void {
  let left: u32 = 0;
  for (let i: u32 = 0; i < listed; i++) {
    const row = load<u32>(survivors + (usize(i) << 2));
    const matches = chances(row);
    if (matches == 0) continue;
    if (matches == VERBATIM) keepByAll(row, below);
    store<u32>(survivors + (usize(left++) << 2), matches == VERBATIM ? row : row | SCATTERED);
  }
  listed = left;
  for (let i: u32 = 0; i < listed; i++) {
    const slot = survivors + (usize(i) << 2);
    const row = load<u32>(slot);
    if ((row & SCATTERED) == 0) continue;
    store<u32>(slot, row & ~SCATTERED);
    keepByAll(row & ~SCATTERED, below);
  }
}

const VERBATIM: u32 = 2;

/** 0: no field can match; 1: only scattered; VERBATIM: some field may hold the query. */
function chances(row: u32): u32 {
  let best: u32 = 0;
  for (let field = LABEL; field <= DETAIL; field++) {
    if (!mayMatch(field, row)) continue;
    if (mayHold(field, row)) return VERBATIM;
    best = 1;
  }
  return best;
}
