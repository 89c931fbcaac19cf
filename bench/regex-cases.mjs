// What the regex bench times and the regex tests count: rows that hurt and patterns that multiply.

const ROWS = 2048;
const ROW_CHARS = 300;
const WORDS =
  `the build waits for review before lunch and nobody ships alone so Mara asks whether invoice
  drafts landed or the beta notes moved it's later than we said perhaps a second launch helps`.split(
    /\s+/,
  );

/** @param {number} seed @returns {(below: number) => number} the same numbers on every machine */
export function randomBelow(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** @param {(below: number) => number} random */
function sentence(random) {
  let text = "";
  while (text.length < ROW_CHARS) text += `${WORDS[random(WORDS.length)]} `;
  return text.slice(0, ROW_CHARS);
}

/** @param {(below: number) => number} random */
function coin(random) {
  return Array.from({ length: ROW_CHARS }, () => "ab"[random(2)]).join("");
}

/** @param {(random: (below: number) => number) => string} make */
function rows(make) {
  const random = randomBelow(11);
  return Array.from({ length: ROWS }, () => make(random));
}

/** 2,048 rows of 300 characters each. */
export const CORPORA = {
  prose: rows(sentence),
  "a!": rows(() => `${"a".repeat(ROW_CHARS - 1)}!`),
  x: rows(() => "x".repeat(ROW_CHARS)),
  "é!": rows(() => `${"é".repeat(ROW_CHARS - 1)}!`),
};

/** Random `a` and `b`: what makes an automaton build a state for every character. */
export const COIN = rows(coin);

/** Patterns that each end, over each corpus, by an answer or by `RegexBudgetError`. */
export const PROMISED = ["(a+)+$", "(.*a){20}", "(x+x+)+y", "(?i)\\pL{1,200}z", "a{1000}{1000}"];

/** Patterns that spend their steps in the slow parts of one engine or the other. */
export const HARD = [
  "(?i)(\\pL|\\pN){1,100}$",
  "a.{100}b$",
  "[ab].{100}q",
  "(a?){50}(a){50}$",
  "(?:.?){200}!$",
  "(?:.?){500}!",
  "(?:a|b|.){200}b",
  ".*a.*b.*c.*d.*e$",
];

/** Patterns that people type; none may come near the budget. */
export const ORDINARY = [
  "invoice",
  "\\d{4}-\\d{2}-\\d{2}",
  "[\\w.+-]+@[\\w-]+\\.[\\w.]+",
  "(?i)INVOICE.*landed$",
  "\\pL+",
  "\\b(?:the|a) \\w+",
  "(?:build|notes|launch).{0,40}(?:later|lunch)",
  "(?i)ship(?:s|ped)?\\b",
];

/**
 * One search: finds over all rows under one budget.
 * @param {import("../src/regex/port.js").RegexEngine} engine
 * @param {string} pattern
 * @param {readonly string[]} texts
 * @param {typeof import("../src/regex/budget.js").boundMatcher} boundMatcher
 */
export function search(engine, pattern, texts, boundMatcher) {
  const started = performance.now();
  const outcome = { hits: 0, chars: 0, spent: 0, programSize: 0, refused: "", ms: 0 };
  let matcher;
  try {
    matcher = boundMatcher(engine.compile(pattern));
    outcome.programSize = matcher.programSize;
    for (const text of texts) if (matcher.find(text) !== null) outcome.hits++;
  } catch (error) {
    const { code, data } = /** @type {{ code?: string, data?: { budget?: string } }} */ (error);
    if (code !== "regex_budget") throw error;
    outcome.refused = data?.budget ?? "";
  } finally {
    outcome.chars = matcher?.chars ?? 0;
    outcome.spent = matcher?.spent ?? 0;
    matcher?.close();
    outcome.ms = performance.now() - started;
  }
  return outcome;
}
