// What is asked: each operation draws a question that is plain data, and answers it with the package.
import { frameRecalled, parsePattern, recalledHits } from "backread";
import { DESKS, drawMessage, drawText, drawWord } from "./corpus.mjs";

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("./corpus.mjs").Corpus} Corpus */
/** @typedef {import("backread").Recall} Recall */

/** RE2's language: classes and folds of its own tables, hostile ones, and some that do not compile. */
const EXPRESSIONS = [
  ["\\d{2,4}", "(?i)σ", "(?i)\\pL{2,5}", "\\p{Greek}+", "\\p{Han}{2,}", "[[:alpha:]]+", "(?i)k"],
  ["(?i)straße|groẞ", "\\bdeploy\\b", "[^\\x00-\\x7f]+", "\\x{1f468}", "(?s)a.*\\n", "$", "^\\W"],
  ["(?P<number>\\d+) cm", "\\p{Lu}\\p{Ll}", "(?m)^!pin", "\\Bo", "\\s{2}", "(?i)\u{16ea0}", "."],
  ["(a+)+$", "(x+x+)+y", "(?i)\\pL{1,200}z", "a{1000}{1000}", "(", "a**", "\\p{Nope}", "(?=a)"],
].flat();
const MARKER = "runtimes0marker";

/** Mostly a part of the text, so that it is found there. @param {Random} random @param {string} [text] */
function drawQuery(random, text = random.below(2) === 0 ? drawWord(random) : drawText(random)) {
  // In UTF-16 units: a query may begin or end inside a pair.
  const start = random.below(text.length + 1);
  const part = text.slice(start, start + 1 + random.below(8));
  const shape = random.below(6);
  if (shape === 0)
    return part
      .split("")
      .filter((_, index) => index % 2 === 0)
      .join("");
  return shape === 1 ? ` ${text} ` : shape === 2 ? text : part;
}

/** @param {Random} random */
function drawExpression(random) {
  const literal = drawWord(random).replace(/[!-/:-@[-`{-~]/g, "\\$&");
  return `/${random.below(4) === 0 ? literal : random.pick(EXPRESSIONS)}/`;
}

/** @param {Random} random */
function drawSearch(random) {
  const before = random.below(3) === 0 ? random.below(1500) : null;
  const limit = random.pick([1, 3, 10, 1000]);
  return { room: random.below(2), desk: random.pick([undefined, ...DESKS]), before, limit };
}

/** @param {string | null} desk @param {number | null} [threadRoot] */
function conversation(desk, threadRoot = null) {
  return { deskId: desk ?? "", deskName: "Desk", threadRoot };
}

/** @param {Corpus} corpus @param {number} room */
function logOf({ logs }, room) {
  const log = logs[room];
  if (log === undefined) throw new RangeError(`no room ${room}`);
  return log;
}

/** @param {Recall} recall @param {Corpus} corpus @param {ReturnType<typeof drawSearch> & { query: string }} asked */
function search(recall, corpus, { room, desk, query, before, limit }) {
  const scope = desk === undefined ? null : conversation(desk);
  const pattern = parsePattern(query);
  return recall.searchMessages(logOf(corpus, room), { pattern, scope, before, limit });
}

/**
 * @template Asked
 * @param {(random: Random) => Asked} draw
 * @param {(recall: Recall, asked: Asked, corpus: Corpus) => unknown} answer
 */
function operation(draw, answer) {
  /** @param {Random} random @param {Recall} recall @param {Corpus} corpus */
  return (random, recall, corpus) => {
    const asked = draw(random);
    return { asked, answer: () => answer(recall, asked, corpus) };
  };
}

export const OPERATIONS = {
  score: operation(
    (random) => {
      const text = drawText(random);
      return { query: drawQuery(random, text), text };
    },
    ({ core }, { query, text }) => [core.score(query, text), core.lowercase(text)],
  ),
  scorePattern: operation(
    (random) => ({ query: drawExpression(random), text: drawMessage(random) }),
    (recall, { query, text }) => recall.scorePattern(parsePattern(query), text),
  ),
  rank: operation(
    (random) => ({ query: drawQuery(random), limit: random.pick([1, 8, 1000]) }),
    (recall, { query, limit }, { candidates }) => recall.rank(query, candidates, limit),
  ),
  rankPattern: operation(
    (random) => ({ query: drawExpression(random) }),
    (recall, { query }, { candidates }) => recall.rankPattern(parsePattern(query), candidates),
  ),
  prepared: operation(
    (random) => ({ queries: random.times(4, () => drawQuery(random)) }),
    ({ core }, { queries }, { candidates }) => {
      const snapshot = core.prepareCandidates(candidates);
      try {
        return queries.map((query) => snapshot.query(query, 5));
      } finally {
        snapshot.close();
      }
    },
  ),
  rows: operation(
    (random) => ({ query: drawQuery(random), first: random.below(600) }),
    ({ core }, { query, first }, { rows }) => {
      const snapshot = core.prepareRows();
      try {
        snapshot.append(rows.slice(first, first + 100).map(({ content }) => content));
        return snapshot.scan(query);
      } finally {
        snapshot.close();
      }
    },
  ),
  searchText: operation(
    (random) => ({ query: drawQuery(random), ...drawSearch(random) }),
    (recall, asked, corpus) => search(recall, corpus, asked),
  ),
  searchExpression: operation(
    (random) => ({ query: drawExpression(random), ...drawSearch(random) }),
    (recall, asked, corpus) => search(recall, corpus, asked),
  ),
  highlight: operation(
    (random) => {
      const text = drawMessage(random);
      const query = random.below(3) === 0 ? drawExpression(random) : drawQuery(random, text);
      return { query, text };
    },
    (recall, { query, text }) => recall.highlight(parsePattern(query), text),
  ),
  code: operation(
    (random) => ({
      text: drawMessage(random),
      unit: random.pick(/** @type {const} */ (["utf16", "utf8"])),
    }),
    (recall, { text, unit }) => [
      recall.codeRanges(text, { unit }),
      recall.fencedRanges(text, { unit }),
    ],
  ),
  directives: operation(
    (random) => ({ sequence: random.below(100), content: drawMessage(random) }),
    (recall, carrier) => recall.readDirectives({ ...carrier, author: { type: "operator" } }),
  ),
  pins: operation(
    (random) => ({
      first: random.below(600),
      count: 1 + random.below(100),
      limit: random.pick([1, 12]),
    }),
    (recall, { first, count, limit }, { rows }) =>
      recall.foldPins(rows.slice(first, first + count), limit),
  ),
  board: operation(
    (random) => ({ room: random.below(2), desk: random.pick([...DESKS, "tides", "boat"]) }),
    (recall, { room, desk }, corpus) =>
      recall.readPinboard(logOf(corpus, room), conversation(desk)),
  ),
  threads: operation(
    (random) => ({
      room: random.below(2),
      desk: random.pick([...DESKS, "tides"]),
      query: drawQuery(random),
    }),
    async (recall, { room, desk, query }, corpus) => {
      const log = logOf(corpus, room);
      const asked = { conversation: conversation(desk), pattern: parsePattern(query) };
      return [
        await recall.threadIndex(log, asked.conversation),
        await recall.searchThreads(log, asked),
      ];
    },
  ),
  session: operation(
    (random) => ({
      room: random.below(2),
      desk: random.pick(DESKS),
      before: random.pick([null, 300, 900]),
    }),
    (recall, { room, desk, before }, corpus) =>
      recall.projectSession(logOf(corpus, room), { conversation: conversation(desk), before }),
  ),
  frame: operation(
    (random) => ({
      ...drawSearch(random),
      query: drawQuery(random),
      budgetChars: random.pick([400, 4000]),
    }),
    async (recall, asked, corpus) => {
      const { hits } = await search(recall, corpus, asked);
      const halves = [hits.slice(0, 4), hits.slice(4, 8)];
      const blocks = halves.map((half) => recalledHits(asked.query, half));
      return frameRecalled(blocks, { budgetChars: asked.budgetChars, marker: MARKER });
    },
  ),
};
