import {
  codePoints,
  foldQuery,
  kindOf,
  matchPacked,
  offsetOf,
  scoreOf,
  trim,
} from "../lib/exact.mjs";

/** @typedef {import("../../dist/index.js").Hit} Hit */
/** @typedef {import("../../dist/index.js").Candidate} Candidate */
/** @typedef {{ match: number, index: number, field: number, score: number, labelLength: number }} Kept */

/** In the order in which ties go. */
const FIELDS = /** @type {const} */ (["label", "id", "detail"]);
const DETAIL = 2;
/** An exact detail counts half of 1100, so none is looked at where this is reached. */
const DETAIL_MOST = 550;

/** Our ranking in tuned JavaScript: folded strings side by side, and the best `limit` kept sorted. @returns {import("../types.js").Engine<Hit[]>} */
export function exactEngine() {
  /** @type {readonly Candidate[]} */
  let candidates = [];
  /** Three for each candidate. @type {string[]} */
  let texts = [];
  let lengths = new Uint32Array();
  let labelLengths = new Uint32Array();

  /** @param {ReturnType<typeof foldQuery>} query @param {number} index @returns {Kept | null} */
  const bestField = (query, index) => {
    let match = -1;
    let score = 0;
    let field = 0;
    for (let each = 0; each < FIELDS.length; each++) {
      if (each === DETAIL && score >= DETAIL_MOST) break;
      const at = index * FIELDS.length + each;
      const found = matchPacked(query, texts[at] ?? "", lengths[at] ?? 0);
      if (found < 0) continue;
      const counted = each === DETAIL ? scoreOf(found) >> 1 : scoreOf(found);
      if (counted <= score) continue;
      match = found;
      score = counted;
      field = each;
    }
    if (score === 0) return null;
    return { match, index, field, score, labelLength: labelLengths[index] ?? 0 };
  };

  return {
    name: "exact JS",
    kind: "exact",
    about: "the same ranking in tuned JavaScript",
    prepare(corpus) {
      candidates = corpus;
      texts = corpus.flatMap(({ label, id, detail }) =>
        [label, id, detail ?? ""].map((text) => trim(text).toLowerCase()),
      );
      lengths = Uint32Array.from(texts, (text) => codePoints(text, text.length));
      labelLengths = Uint32Array.from(corpus, ({ label }) => codePoints(label, label.length));
    },
    query(text, limit) {
      const query = foldQuery(text);
      if (query.text === "" || limit === 0) return [];
      /** @type {Kept[]} */
      const best = [];
      for (let index = 0; index < candidates.length; index++) {
        const kept = bestField(query, index);
        if (kept !== null) keep(best, kept, limit);
      }
      return best.map((kept) => hitOf(candidates, kept));
    },
    idsOf: (hits) => hits.map(({ id }) => id),
  };
}

/** @param {readonly Candidate[]} candidates @param {Kept} kept @returns {Hit} */
function hitOf(candidates, { match, index, field: at, score }) {
  const candidate = candidates[index];
  const field = FIELDS[at];
  if (candidate === undefined || field === undefined) throw new Error(`no candidate ${index}`);
  const { id, label } = candidate;
  return { id, label, field, kind: kindOf(scoreOf(match)), score, offset: offsetOf(match) };
}

/** Keeps the list sorted and no longer than the limit. @param {Kept[]} best @param {Kept} one @param {number} limit */
function keep(best, one, limit) {
  const worst = best[limit - 1];
  if (worst !== undefined && !leads(one, worst)) return;
  let at = best.length;
  while (at > 0) {
    const above = best[at - 1];
    if (above === undefined || !leads(one, above)) break;
    at--;
  }
  best.splice(at, 0, one);
  if (best.length > limit) best.pop();
}

/** Equal ones stay in the order given. @param {Kept} a @param {Kept} b */
function leads(a, b) {
  if (a.score !== b.score) return a.score > b.score;
  const [x, y] = [offsetOf(a.match), offsetOf(b.match)];
  return x === y ? a.labelLength < b.labelLength : x < y;
}
