// How many of the first rows of each corpus of `regex-cases.mjs` a pattern is found in.

export const CHECKED_ROWS = 256;

/**
 * @typedef {object} RegexCase
 * @property {string} pattern
 * @property {readonly [prose: number, a: number, x: number, e: number] | null} hits null where every engine refuses
 * @property {readonly string[]} mayRefuse engines that may end by `RegexBudgetError` instead
 */

/** @type {readonly RegexCase[]} */
export const REGEX_CASES = [
  regexCase("(a+)+$", [21, 0, 0, 0]),
  regexCase("(.*a){20}", [228, 256, 0, 0]),
  regexCase("(x+x+)+y", [0, 0, 0, 0]),
  regexCase("(?i)\\pL{1,200}z", [0, 0, 0, 0], ["re2wasm"]),
  regexCase("a{1000}{1000}", null),
  regexCase("invoice", [201, 0, 0, 0]),
  regexCase("\\d{4}-\\d{2}-\\d{2}", [0, 0, 0, 0]),
  regexCase("[\\w.+-]+@[\\w-]+\\.[\\w.]+", [0, 0, 0, 0]),
  regexCase("(?i)INVOICE.*landed$", [1, 0, 0, 0]),
  regexCase("\\pL+", [256, 256, 256, 256]),
  regexCase("\\b(?:the|a) \\w+", [254, 0, 0, 0]),
  regexCase("(?:build|notes|launch).{0,40}(?:later|lunch)", [199, 0, 0, 0], ["re2wasm"]),
  regexCase("(?i)ship(?:s|ped)?\\b", [208, 0, 0, 0]),
];

/** @param {string} pattern @param {RegexCase["hits"]} hits @param {readonly string[]} [mayRefuse] @returns {RegexCase} */
function regexCase(pattern, hits, mayRefuse = []) {
  return { pattern, hits, mayRefuse };
}
