/**
 * Text as it is compared: trimmed, in lowercase as a whole, and if asked with whitespace collapsed.
 */
import { isCaseIgnorable, isCased, lowercaseOf } from "./characters";
import { decode, encode, previous, widthOf } from "./utf8";
import { isWhiteSpace } from "./white-space";

const CAPITAL_SIGMA: u32 = 0x3a3;
const FINAL_SIGMA: u32 = 0x3c2;
const CAPITAL_I_WITH_DOT: u32 = 0x130;

/**
 * Folding can run in place, from staged raw text down to where the folded text belongs: no mapping
 * makes more than three bytes of two, so the raw text must lie this far above.
 */
export function foldingGap(rawBytes: usize): usize {
  return (rawBytes >> 1) + 32;
}

/** Code points that the last `fold` wrote. */
export let foldedCharacters: u32 = 0;

/** The first address in `[at, end]` that holds no White_Space. */
function skipWhiteSpace(at: usize, end: usize): usize {
  while (at < end && isWhiteSpace(decode(at))) at += widthOf(load<u8>(at));
  return at;
}

/** The end of the text without White_Space behind. */
function trimEnd(start: usize, end: usize): usize {
  while (end > start) {
    const last = previous(end);
    if (!isWhiteSpace(decode(last))) break;
    end = last;
  }
  return end;
}

/**
 * Folds raw text `[at, end)` to `out`; returns where the folded text ends. Needs `foldingGap` in
 * place.
 */
export function fold(at: usize, end: usize, out: usize, collapse: bool): usize {
  at = skipWhiteSpace(at, end);
  return lowercase(at, trimEnd(at, end), out, collapse);
}

/** `fold` without the trimming. */
export function lowercase(at: usize, end: usize, out: usize, collapse: bool): usize {
  const start = out;
  let characters: u32 = 0;
  while (at < end) {
    const plain = foldPlain(at, end, out, collapse && out > start && load<u8>(out - 1) == 0x20);
    const taken: usize = collapse ? plain & 0xff : plain >> 8;
    at += taken;
    out += taken;
    characters += u32(taken);
    if (at >= end || taken == 16) continue;
    const c = decode(at);
    const next = at + widthOf(load<u8>(at));
    if (collapse && isWhiteSpace(c)) {
      if (load<u8>(out - 1) != 0x20) {
        store<u8>(out++, 0x20);
        characters++;
      }
      at = skipWhiteSpace(next, end);
      continue;
    }
    if (c == CAPITAL_I_WITH_DOT) {
      store<u8>(out, 0x69);
      store<u16>(out, 0x87cc, 1);
      out += 3;
      characters += 2;
    } else {
      out = encode(c == CAPITAL_SIGMA ? sigmaOf(start, out, next, end) : lowercaseOf(c), out);
      characters++;
    }
    at = next;
  }
  foldedCharacters = characters;
  return out;
}

/**
 * Writes 16 lanes in lowercase and returns how many of them stand: in the low byte those before the
 * first that is not ASCII or begins whitespace to collapse, above it those before the first not
 * ASCII.
 */
// @ts-ignore: decorator
@inline
function foldPlain(at: usize, end: usize, out: usize, afterSpace: bool): u32 {
  const lanes = v128.load(at);
  const upper = i8x16.lt_u(i8x16.sub(lanes, i8x16.splat(0x41)), i8x16.splat(26));
  v128.store(out, v128.or(lanes, v128.and(upper, i8x16.splat(0x20))));
  const left: u32 = u32(min<usize>(end - at, 16));
  const beyond: u32 = 1 << left;
  const foreign: u32 = u32(i8x16.bitmask(lanes)) | beyond;
  const space = u32(i8x16.bitmask(i8x16.eq(lanes, i8x16.splat(0x20))));
  const control = u32(
    i8x16.bitmask(i8x16.lt_u(i8x16.sub(lanes, i8x16.splat(0x09)), i8x16.splat(5))),
  );
  const doubled: u32 = space & ((space << 1) | u32(afterSpace));
  return (ctz(foreign) << 8) | ctz(foreign | control | doubled);
}

/**
 * Final after a cased character and not before one, ignorables skipped. Both looks end at the next
 * sigma at the latest, so that all of them together read the text twice at most. What is behind is
 * already folded, which changes neither Cased nor Case_Ignorable.
 */
function sigmaOf(start: usize, out: usize, next: usize, end: usize): u32 {
  const final = casedBehind(start, out) && !casedAhead(next, end);
  return final ? FINAL_SIGMA : lowercaseOf(CAPITAL_SIGMA);
}

function casedBehind(start: usize, at: usize): bool {
  while (at > start) {
    at = previous(at);
    const c = decode(at);
    if (!isCaseIgnorable(c)) return isCased(c);
  }
  return false;
}

function casedAhead(at: usize, end: usize): bool {
  while (at < end) {
    const c = decode(at);
    if (!isCaseIgnorable(c)) return isCased(c);
    at += widthOf(load<u8>(at));
  }
  return false;
}
