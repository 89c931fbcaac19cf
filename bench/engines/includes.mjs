/** What one writes without a library: lowercased once, filtered by includes, no ranking. @returns {import("../types.js").Engine<string[]>} */
export function includesEngine() {
  /** @type {string[]} */
  let texts = [];
  /** @type {readonly import("../../dist/index.js").Candidate[]} */
  let candidates = [];
  return {
    name: "includes",
    kind: "other",
    about: "lowercased, a filter, no ranking",
    prepare(corpus) {
      candidates = corpus;
      texts = corpus.map(({ label, id, detail }) => `${label} ${id} ${detail ?? ""}`.toLowerCase());
    },
    query(query, limit) {
      const wanted = query.trim().toLowerCase();
      return candidates
        .filter((_, index) => texts[index]?.includes(wanted))
        .slice(0, limit)
        .map(({ id }) => id);
    },
    idsOf: (ids) => ids,
  };
}
