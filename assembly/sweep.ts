/**
 * One pass over all texts for those that hold the query verbatim. It reads more than the columns do,
 * but in one piece: where many candidates pass the filters, visiting each costs more.
 */
import { DETAIL, ID, LABEL, candidates, startOf, texts, textsEnd } from "./columns";
import { keepByAll, mayKeepVerbatim } from "./evaluate";
import { mayMatch, mayReach } from "./filters";
import { equals } from "./find";
import { threshold } from "./heap";
import { presenceOf } from "./marks";
import { needle, needleBytes } from "./needle";
import { PREFIX, SUBSEQUENCE } from "./score";

/** Bytes that are looked at together. */
const STRIDE: usize = 32;

/** How common each class of bytes is, in no unit; see marks.ts for the classes. */
const COMMON: usize = memory.data<u8>([
  1, 8, 3, 6, 5, 12, 3, 4, 3, 8, 1, 2, 6, 4, 8, 8, 5, 1, 8, 8, 9, 4, 2, 2, 2, 3, 1, 12, 6, 3, 5, 3,
]);

/**
 * The first row that was not swept for this query. Of those before it, what holds the query verbatim
 * was found, and nothing else.
 */
export let sweptRows: u32 = 0;

/** No texts are swept yet. */
export function beginSweep(): void {
  sweptRows = 0;
}

/** The two bytes of the query that are looked for first, by their places in it. */
let first: usize = 0;
let second: usize = 0;
/** Words of 8 bytes that may still be compared: texts that repeat themselves would take for ever. */
let credit: isize = 0;

/**
 * Keeps every candidate below PREFIX of which a field holds the query, of two bytes at least. It
 * gives up, at `sweptRows`, where texts repeat themselves.
 */
export function sweepTexts(): void {
  first = rarest(usize.MAX_VALUE);
  second = rarest(first);
  const end = textsEnd();
  credit = isize(end - texts);
  let row: u32 = 0;
  let hit = nextVerbatim(texts, end);
  while (hit != 0) {
    row = rowAt(hit, row);
    const field = fieldAt(hit, row);
    let next = texts + usize(load<u32>(startOf(field, row), 4));
    if (hit + needleBytes <= next) {
      if (mayBeKept(field, row, hit)) keepByAll(row, PREFIX);
      row++;
      next = texts + usize(load<u32>(startOf(LABEL, row)));
    }
    hit = nextVerbatim(next, end);
  }
  sweptRows = credit < 0 ? row : candidates;
}

/** Whether the candidate may be good enough; of its fields this is the first that holds the query. */
function mayBeKept(field: u32, row: u32, hit: usize): bool {
  // The texts of candidates that are gone are swept too.
  if (!mayMatch(field, row)) return false;
  // A name that does not hold the query scores less than this.
  if (threshold < SUBSEQUENCE + 100) return true;
  if (mayMatch(DETAIL, row) && mayReach(DETAIL, row, true, PREFIX)) return true;
  if (field == DETAIL) return false;
  if (field == LABEL && mayMatch(ID, row) && mayReach(ID, row, true, PREFIX)) return true;
  return mayKeepVerbatim(field, row, hit);
}

/** Where the query is next in `[at, end)`; 0 when it is not, or the credit is used up. */
function nextVerbatim(at: usize, end: usize): usize {
  if (at + needleBytes > end) return 0;
  const last = end - needleBytes;
  const one = i8x16.splat(load<u8>(needle + first));
  const two = i8x16.splat(load<u8>(needle + second));
  for (; at <= last; at += STRIDE) {
    const p = at + first;
    const q = at + second;
    const a = v128.and(i8x16.eq(v128.load(p), one), i8x16.eq(v128.load(q), two));
    const b = v128.and(i8x16.eq(v128.load(p, 16), one), i8x16.eq(v128.load(q, 16), two));
    if (!v128.any_true(v128.or(a, b))) continue;
    let bits: u32 = u32(i8x16.bitmask(a)) | (u32(i8x16.bitmask(b)) << 16);
    for (; bits != 0; bits &= bits - 1) {
      const hit = at + usize(ctz(bits));
      if (hit > last) return 0;
      if (equals(hit, needle, needleBytes)) return hit;
      credit -= isize(needleBytes >> 3) + 1;
      if (credit < 0) return 0;
    }
  }
  return 0;
}

/** The place of the rarest byte of the query but one. */
function rarest(except: usize): usize {
  let best: usize = 0;
  let least: u32 = 0xff;
  for (let i: usize = 0; i < needleBytes; i++) {
    const common: u32 = load<u8>(COMMON + ctz(presenceOf(load<u8>(needle + i))));
    if (i == except || common >= least) continue;
    best = i;
    least = common;
  }
  return best;
}

/** The candidate whose texts hold an address; it is `from` or behind. */
function rowAt(address: usize, from: u32): u32 {
  const offset = u32(address - texts);
  let step: u32 = 1;
  while (from + step < candidates && load<u32>(startOf(LABEL, from + step)) <= offset) {
    from += step;
    step <<= 1;
  }
  // It is in [from, from + step).
  let high = min(from + step, candidates);
  while (high - from > 1) {
    const middle = (from + high) >> 1;
    if (load<u32>(startOf(LABEL, middle)) <= offset) from = middle;
    else high = middle;
  }
  return from;
}

/** The field of a candidate that holds an address. */
function fieldAt(address: usize, row: u32): u32 {
  const offset = u32(address - texts);
  let field = LABEL;
  while (field < DETAIL && load<u32>(startOf(field, row), 4) <= offset) field++;
  return field;
}
