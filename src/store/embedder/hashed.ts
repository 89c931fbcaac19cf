import { InvalidArgumentError } from "../../model/errors.js";
import { foldText } from "../../core/fold-text.js";
import { isAlphanumeric } from "../../core/reference/unicode.js";
import { MAX_DIMENSIONS } from "../bounds.js";
import type { Embedder } from "./embedder.js";

const DEFAULT_DIMENSIONS = 512;

/** Cosine in thousandths that two texts share by chance and by their common little words. */
const UNRELATED_BY_LETTERS = 200;

/** What a whole word weighs by its length, against 1 for a run of its letters. */
const WORD_WEIGHTS: readonly number[] = [0, 1, 1, 2];
const LONG_WORD_WEIGHT = 3;
const GRAM_UNITS = 3;
/** From here on scripts have a word in a letter or two. */
const FIRST_DENSE_UNIT = 0x2e80;
const DENSE_GRAM_UNITS = 2;

/**
 * An embedder of this package's own, without a network or weights: words and runs of letters are
 * hashed into a vector of counts. It is lexical-statistical, not semantic: it finds inflections,
 * compounds and misspellings, and knows no synonym. Integers throughout, the same in every runtime.
 * Errors: `InvalidArgumentError`.
 */
export function hashedEmbedder(options: { readonly dimensions?: number } = {}): Embedder {
  const { dimensions = DEFAULT_DIMENSIONS } = options;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS)
    throw InvalidArgumentError.of("dimensions", `must be 1 to ${MAX_DIMENSIONS}`);
  return Object.freeze({
    model: "backread-hashed-1",
    dimensions,
    unrelated: UNRELATED_BY_LETTERS,
    embed: async (texts: readonly string[]) => texts.map((text) => vectorOf(text, dimensions)),
  });
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of new Set(wordsOf(foldText(text)))) {
    add(vector, `=${word}`, WORD_WEIGHTS[word.length] ?? LONG_WORD_WEIGHT);
    for (const gram of gramsOf(word)) add(vector, gram, 1);
  }
  return vector;
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (isAlphanumeric(character.codePointAt(0) ?? 0)) word += character;
    else if (word !== "") {
      words.push(word);
      word = "";
    }
  }
  return word === "" ? words : [...words, word];
}

/** Runs of a word that is marked at both ends; a word of few letters has one. */
function gramsOf(word: string): readonly string[] {
  const units = word.charCodeAt(0) < FIRST_DENSE_UNIT ? GRAM_UNITS : DENSE_GRAM_UNITS;
  const marked = `^${word}$`;
  const grams: string[] = [];
  for (let at = 0; at + units <= marked.length; at++) grams.push(marked.slice(at, at + units));
  return grams;
}

/** The sign is hashed too, so that what falls on one place by chance cancels out as often as it adds. */
function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = hashOf(feature);
  const place = (hash >>> 1) % vector.length;
  vector[place] = (vector[place] ?? 0) + ((hash & 1) === 0 ? weight : -weight);
}

/** FNV-1a over UTF-16 units, then mixed as MurmurHash3 ends: FNV alone leaves the low bits alike. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
