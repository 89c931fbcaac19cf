// A log of your own is one function. This one is over messages that a bot holds in memory; it passes
// the suite that backread publishes for logs, and is searched:  node examples/node-log.mjs
import { createCore, createRecall, InvalidArgumentError, parsePattern } from "backread";
import { sessionLogSuite } from "backread/conformance";

class BotMemory {
  #rows = [];

  constructor(rows = []) {
    this.append(rows);
  }

  /** Ascending by sequence. Rows are copied both ways: what a caller does to his changes none here. */
  append(rows) {
    for (const row of rows) this.#rows.push(structuredClone(row));
  }

  /** At most `limit` rows older than `before` (the newest when null), newest first. */
  async readBefore(before, limit, { signal } = {}) {
    signal?.throwIfAborted();
    if (before !== null && !(Number.isSafeInteger(before) && before >= 0))
      throw InvalidArgumentError.of("before", "must be null or a sequence");
    if (!(Number.isSafeInteger(limit) && limit >= 1))
      throw InvalidArgumentError.of("limit", "must be at least 1");
    const end = this.#rows.findLastIndex((row) => before === null || row.sequence < before) + 1;
    const messages = structuredClone(this.#rows.slice(Math.max(end - limit, 0), end).reverse());
    return { messages, nextBefore: end > limit ? messages.at(-1).sequence : null };
  }
}

const suite = sessionLogSuite({
  open: (rows) => {
    const log = new BotMemory(rows);
    return { log, append: (more) => log.append(more) };
  },
});
for (const { run } of suite) await run();
console.log(`the suite for logs holds: ${suite.length} cases`);

const said = (sequence, id, content) => {
  return {
    sequence,
    chatId: "lobby",
    parent: null,
    author: { type: "person", id, label: id },
    content,
  };
};
const memory = new BotMemory([
  said(1, "ana", "The gauge reads 140 cm at noon."),
  said(2, "ben", "lunch?"),
  said(3, "ana", "!pin ^1 #gauge"),
]);
const recall = createRecall({ core: await createCore() }).over(memory);
const { hits, coverage } = await recall.searchMessages({ pattern: parsePattern("140") });
for (const { sequence, excerpt } of hits) console.log(`^${sequence} ${excerpt}`);
console.log(`${coverage.scanned} messages read, to the ${coverage.stoppedBy} of the log`);
