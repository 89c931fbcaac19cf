// The libraries, each set up as its own documentation tells a user to for a picker over three fields.
// They are loaded by a name in a variable: the project's type check runs where they are not installed.
import { PICKER_LIMIT } from "../cases/picker.mjs";

/** @typedef {import("../../dist/index.js").Candidate} Candidate */
/** @typedef {import("../types.js").Engine<readonly Candidate[]>} CandidateEngine */

const FIELDS = ["label", "id", "detail"];

/** @param {string} name @returns {Promise<any>} */
async function load(name) {
  return await import(name);
}

/** @param {readonly Candidate[]} candidates */
const idsOf = (candidates) => candidates.map(({ id }) => id);

/** @param {Candidate} candidate */
const joined = ({ label, id, detail }) => `${label} ${id} ${detail ?? ""}`;

/** @returns {Promise<CandidateEngine>} */
export async function fuzzysortEngine() {
  const { default: fuzzysort } = await load("fuzzysort");
  /** @type {any} */
  let snapshot = null;
  return {
    name: "fuzzysort",
    kind: "other",
    about: "snapshot, three keys",
    prepare(corpus) {
      snapshot = fuzzysort.snapshot(corpus, { keys: FIELDS });
      // It prepares in idle time, or when first asked; here it is told to finish.
      snapshot._finish();
    },
    query: (query, limit) =>
      fuzzysort.go(query, snapshot, { limit }).map((/** @type {any} */ result) => result.obj),
    idsOf,
    forgetAnswers() {
      snapshot._history.length = 0;
    },
    reset() {
      snapshot._resetSearch();
      snapshot._history.length = 0;
    },
  };
}

/** @returns {Promise<CandidateEngine>} */
export async function ufuzzyEngine() {
  const { default: UFuzzy } = await load("@leeoniya/ufuzzy");
  const ufuzzy = new UFuzzy();
  /** @type {string[]} */
  let haystack = [];
  /** @type {readonly Candidate[]} */
  let candidates = [];
  return {
    name: "uFuzzy",
    kind: "other",
    about: "default, fields joined",
    prepare(corpus) {
      candidates = corpus;
      haystack = corpus.map(joined);
    },
    query(query, limit) {
      const [found, info, order] = ufuzzy.search(haystack, query, 0, 1e3);
      const best = order === null ? found : order.map((/** @type {number} */ at) => info.idx[at]);
      return (best ?? []).slice(0, limit).map((/** @type {number} */ index) => candidates[index]);
    },
    idsOf,
  };
}

/** @returns {Promise<CandidateEngine>} */
export async function fuseEngine() {
  const { default: Fuse } = await load("fuse.js");
  /** @type {any} */
  let fuse = null;
  return {
    name: "fuse.js",
    kind: "other",
    about: "default, three keys",
    prepare(corpus) {
      fuse = new Fuse(corpus, { keys: FIELDS });
    },
    query: (query, limit) =>
      fuse.search(query, { limit }).map((/** @type {any} */ result) => result.item),
    idsOf,
  };
}

/** @returns {Promise<CandidateEngine>} */
export async function matchSorterEngine() {
  const { matchSorter } = await load("match-sorter");
  /** @type {readonly Candidate[]} */
  let candidates = [];
  return {
    name: "match-sorter",
    kind: "other",
    about: "three keys",
    prepare(corpus) {
      candidates = corpus;
    },
    query: (query, limit) => matchSorter(candidates, query, { keys: FIELDS }).slice(0, limit),
    idsOf,
  };
}

/** @returns {Promise<CandidateEngine>} */
export async function fzfEngine() {
  const { Fzf } = await load("fzf");
  /** @type {any} */
  let fzf = null;
  return {
    name: "fzf",
    kind: "other",
    about: "v2, fields joined",
    prepare(corpus) {
      fzf = new Fzf(corpus, { selector: joined, limit: PICKER_LIMIT });
    },
    query: (query) => fzf.find(query).map((/** @type {any} */ result) => result.item),
    idsOf,
  };
}

/** @returns {Promise<CandidateEngine>} */
export async function miniSearchEngine() {
  const { default: MiniSearch } = await load("minisearch");
  /** @type {any} */
  let index = null;
  /** @type {readonly Candidate[]} */
  let candidates = [];
  return {
    name: "minisearch",
    kind: "other",
    about: "index: prefixes of words, all of them",
    prepare(corpus) {
      candidates = corpus;
      index = new MiniSearch({ fields: FIELDS, idField: "at" });
      index.addAll(corpus.map((candidate, at) => ({ ...candidate, at })));
    },
    query: (query, limit) =>
      index
        .search(query, { prefix: true, combineWith: "AND" })
        .slice(0, limit)
        .map((/** @type {any} */ result) => candidates[result.id]),
    idsOf,
  };
}

/** @returns {Promise<CandidateEngine>} */
export async function flexSearchEngine() {
  const { Index } = await load("flexsearch");
  /** @type {any} */
  let index = null;
  /** @type {readonly Candidate[]} */
  let candidates = [];
  return {
    name: "flexsearch",
    kind: "other",
    about: "index: prefixes of words, fields joined",
    prepare(corpus) {
      candidates = corpus;
      index = new Index({ tokenize: "forward" });
      for (const [at, candidate] of corpus.entries()) index.add(at, joined(candidate));
    },
    query: (query, limit) =>
      index.search(query, limit).map((/** @type {number} */ at) => candidates[at]),
    idsOf,
  };
}
