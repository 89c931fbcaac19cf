/** Calls on one text: staged by the host, answered at once, nothing kept but the query. */
import { fold, foldedCharacters, foldingGap, lowercase } from "./fold";
import { PAD, ensureAbove, regionsEnd } from "./memory";
import { NEEDLE_FAILED, setNeedle } from "./needle";
import { SUBSEQUENCE, matchedCharacter, score } from "./score";

/**
 * Where the host may write raw text of up to `bytes`, above all regions and far enough above for
 * folding in place; 0 when memory is exhausted. Views may be dead after it.
 */
export function stage(bytes: usize): usize {
  const gap = foldingGap(bytes);
  return ensureAbove(gap + bytes + PAD) ? regionsEnd() + gap : 0;
}

/** Makes a staged text the query of `scoreText` and `scanRows`; false when memory is exhausted. */
export function setQuery(at: usize, bytes: usize): bool {
  return setNeedle(at, bytes) != NEEDLE_FAILED;
}

/** Offset of the last `scoreText` that was not 0, in characters. */
export let scoredOffset: u32 = 0;

/** Folds a staged text and scores it; 0 for no match. */
export function scoreText(at: usize, bytes: usize): u32 {
  const folded = regionsEnd();
  const length = fold(at, at + bytes, folded, false) - folded;
  const characters = foldedCharacters;
  const value = score(folded, length, characters, SUBSEQUENCE);
  if (value != 0) scoredOffset = matchedCharacter(folded, length, characters);
  return value;
}

/** Lowercases a staged text to where `regionsEnd` is; returns its bytes. */
export function lowercaseText(at: usize, bytes: usize): usize {
  const lowered = regionsEnd();
  return lowercase(at, at + bytes, lowered, false) - lowered;
}
