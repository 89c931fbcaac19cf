import {
  codePoints,
  fold,
  foldQuery,
  kindOf,
  matchPacked,
  offsetOf,
  scoreOf,
  trim,
} from "../lib/exact.mjs";

/** @typedef {import("../../dist/index.js").Hit} Hit */
/** @typedef {import("../lib/exact.mjs").Folded} Folded */
/** @typedef {{ match: number, index: number, field: import("../../dist/index.js").MatchField, score: number, labelLength: number }} Kept */

/** Our ranking in tuned JavaScript: folded strings, and the best `limit` kept sorted. @returns {import("../types.js").Engine<Hit[]>} */
export function exactEngine() {
  /** @type {readonly import("../../dist/index.js").Candidate[]} */
  let candidates = [];
  /** @type {{ label: Folded, id: Folded, detail: Folded | null, labelLength: number }[]} */
  let rows = [];
  return {
    name: "exact JS",
    kind: "exact",
    about: "the same ranking in tuned JavaScript",
    prepare(corpus) {
      candidates = corpus;
      rows = corpus.map(({ label, id, detail }) => ({
        label: fold(trim(label), true),
        id: fold(trim(id), true),
        detail: detail === undefined || detail === null ? null : fold(trim(detail), true),
        labelLength: codePoints(label, label.length),
      }));
    },
    query(text, limit) {
      const query = foldQuery(text);
      if (query.length === 0 || limit === 0) return [];
      /** @type {Kept[]} */
      const best = [];
      for (const [index, { label, id, detail, labelLength }] of rows.entries()) {
        let match = matchPacked(query, label);
        let score = match < 0 ? 0 : scoreOf(match);
        /** @type {Kept["field"]} */
        let field = "label";
        const byId = matchPacked(query, id);
        if (byId >= 0 && scoreOf(byId) > score) {
          match = byId;
          score = scoreOf(byId);
          field = "id";
        }
        // A detail is worth 550 at most, so it is not looked at where it cannot win.
        if (detail !== null && score < 550) {
          const byDetail = matchPacked(query, detail);
          const half = byDetail < 0 ? 0 : scoreOf(byDetail) >> 1;
          if (half > score) {
            match = byDetail;
            score = half;
            field = "detail";
          }
        }
        if (score > 0) keep(best, { match, index, field, score, labelLength }, limit);
      }
      return best.map(({ match, index, field, score }) => {
        const candidate = candidates[index];
        if (candidate === undefined) throw new Error(`there is no candidate ${index}`);
        const { id, label } = candidate;
        return { id, label, field, kind: kindOf(scoreOf(match)), score, offset: offsetOf(match) };
      });
    },
    idsOf: (hits) => hits.map(({ id }) => id),
  };
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
