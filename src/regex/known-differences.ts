import type { Range } from "../model/match.js";

/** How an engine answers an example: the range found, nothing, or the code of its refusal. */
export type Answer = Range | null | "invalid_pattern" | "regex_budget";

/** A pattern and text for which the two engines are known to answer differently. */
export interface KnownDifference {
  readonly name: string;
  readonly reason: string;
  readonly pattern: string;
  readonly text: string;
  readonly re2js: Answer;
  readonly re2wasm: Answer;
}

/** Every kind of difference between the engines; the suites hold each engine to its column. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = Object.freeze([
  {
    name: "no boundary inside a character",
    reason: "re2.wasm looks for \\B between the bytes of a character that is not ASCII",
    pattern: "\\B",
    text: "aéa",
    re2js: null,
    re2wasm: [2, 2],
  },
  {
    name: "binary properties",
    reason: "re2.wasm knows categories and scripts only, and neither Cn nor Assigned",
    pattern: "\\p{Emoji}",
    text: "😀",
    re2js: [0, 2],
    re2wasm: "invalid_pattern",
  },
  {
    name: "Unicode version",
    reason: "re2.wasm has the tables of 2021, re2js those of Unicode 17",
    pattern: "\\p{Lu}",
    text: "\ua7dc",
    re2js: [0, 1],
    re2wasm: null,
  },
  {
    name: "empty group under a repetition",
    reason: "RE2 changed after 2021 what a repeated group that matches nothing gives",
    pattern: "(|a)*",
    text: "aa",
    re2js: [0, 0],
    re2wasm: [0, 2],
  },
  {
    name: "size of Unicode classes",
    reason: "re2.wasm compiles a class to bytes, so that a counted one exceeds its budget",
    pattern: "\\pL{1,200}z",
    text: "abz",
    re2js: [0, 3],
    re2wasm: "regex_budget",
  },
] as const);
