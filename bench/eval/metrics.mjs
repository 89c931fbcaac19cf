// What is counted of the answers: any@k, mean reciprocal rank, answers by the wrong person.

const DEPTHS = /** @type {const} */ ([1, 5, 10, 20]);

/**
 * @param {readonly import("./types.js").Asked[]} asked
 * @returns {{ questions: number, any: Record<string, number>, mrr: number, wrongPerson: { asked: number, wrong: number } }} percentages, and counts of questions that name one person
 */
export function summarize(asked) {
  const share = (/** @type {number} */ count) => percent(count, asked.length);
  const within = (/** @type {number} */ depth) =>
    asked.filter(({ rank }) => rank !== null && rank <= depth).length;
  const reciprocal = asked.reduce((sum, { rank }) => sum + (rank === null ? 0 : 1 / rank), 0);
  const named = asked.filter(({ named: name, answeredBy }) => name !== null && answeredBy !== null);
  return {
    questions: asked.length,
    any: Object.fromEntries(DEPTHS.map((depth) => [depth, share(within(depth))])),
    mrr: percent(reciprocal, asked.length),
    wrongPerson: {
      asked: named.length,
      wrong: named.filter(({ named: name, answeredBy }) => name !== answeredBy).length,
    },
  };
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

/** @param {readonly string[]} answers @param {readonly string[]} evidence */
export function rankOf(answers, evidence) {
  const at = answers.findIndex((id) => evidence.includes(id));
  return at === -1 ? null : at + 1;
}

/** The one speaker whose name stands in a question as a word. @param {string} question @param {readonly string[]} speakers */
export function namedSpeaker(question, speakers) {
  const words = question.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const named = speakers.filter((speaker) => words.includes(speaker.toLowerCase()));
  return named.length === 1 ? (named[0] ?? null) : null;
}
