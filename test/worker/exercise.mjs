// Run by `runtimes.test.ts` in each runtime that has worker threads: what happened, as JSON.
import { Worker } from "node:worker_threads";
import { arrayLog, parsePattern } from "../../dist/index.js";
import { createRecallWorker } from "../../dist/worker/index.js";

const rows = Array.from({ length: 3000 }, (_, sequence) => {
  const author = /** @type {const} */ ({ type: "operator" });
  return { sequence, content: `Tide ${sequence} İ😀`, chatId: null, parent: null, author };
});
const log = arrayLog(rows);
/** @type {Worker[]} */
const threads = [];
/** The log is only answering while this is null. @type {Promise<void> | null} */
let silence = null;

const recall = createRecallWorker({
  log: {
    readBefore: async (before, limit) => {
      if (silence !== null) await silence;
      return log.readBefore(before, limit);
    },
  },
  worker: () => {
    const thread = new Worker(new URL("../../dist/worker/entry.node.js", import.meta.url));
    threads.push(thread);
    return thread;
  },
});

/** @param {Promise<unknown>} call @returns {Promise<unknown>} what an error says of itself */
async function failure(call) {
  try {
    await call;
    return "no error";
  } catch (error) {
    const { name, code, data } = /** @type {import("../../dist/index.js").BackreadError} */ (error);
    return { name, code, data };
  }
}

const search = { pattern: parsePattern("tide 12"), limit: 5 };
const hits = await recall.searchMessages(search);
const expressions = await recall.searchMessages({ pattern: parsePattern("/29+ i̇?/"), limit: 5 });
const session = await recall.openSearch({ bound: 100 });
const extended = await session.extend({ bound: 10 });
const answers = [await session.query("tide 29"), await session.query("/9 .😀$/", { limit: 3 })];
session.close();
const closed = await failure(session.query("tide"));
const refused = await failure(recall.searchMessages({ pattern: parsePattern("/a(b/") }));
const controller = new AbortController();
const onProgress = () => controller.abort();
const aborted = await failure(
  recall.searchMessages(search, { signal: controller.signal, onProgress }),
);

const list = await recall.prepareCandidates(
  rows.map(({ sequence, content }) => ({ id: String(sequence), label: content })),
);
const listed = [await list.query("tide 29", 3)];
await list.update([{ id: "new", label: "Tide 29" }], ["29"]);
listed.push(await list.query("tide 29", 3));
list.close();
const closedList = await failure(list.query("tide", 3));

silence = new Promise(() => {});
const inFlight = failure(recall.searchMessages(search));
await new Promise((resolve) => setTimeout(resolve, 100));
const from = performance.now();
await threads[0]?.terminate();
const crashed = await inFlight;
const soon = performance.now() - from < 1000;
silence = null;
recall.restart();
const again = await recall.searchMessages(search);
silence = new Promise(() => {});
const left = failure(recall.searchMessages(search));
await recall.release();
const released = await left;

const own = createRecallWorker({ log });
const started = await own.searchMessages(search);
// Not released: an idle worker does not keep the process.

const seen = { listed, closedList, hits, expressions, extended, answers, closed, refused, aborted };
console.log(JSON.stringify(Object.assign(seen, { crashed, soon, again, released, started })));
