// node bench/eval/run.mjs PATH [--half tuned|held-out] [--store URL] [--json]: how well questions find what answers them, on LoCoMo and QMSum.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatTable } from "../lib/table.mjs";
import { readLocomo } from "./locomo.mjs";
import { namedSpeaker, rankOf, summarize } from "./metrics.mjs";
import { readQmsum } from "./qmsum.mjs";
import { openShelves } from "./shelf.mjs";

const LOCOMO = "locomo10.json.gz";
const QMSUM = "qmsum.jsonl.gz";
const TOKENIZER = "PostgreSQL to_tsvector('english')";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    half: { type: "string" },
    store: { type: "string", default: "pglite:memory" },
  },
});
const [path] = positionals;
if (path === undefined || !existsSync(path)) {
  process.stderr.write("eval: PATH is a folder that holds locomo10.json.gz or qmsum.jsonl.gz\n");
  process.exit(2);
}
const reports = [];
for (const corpus of await corporaOf(path)) reports.push(await evaluate(corpus));
if (values.json) process.stdout.write(`${JSON.stringify({ reports }, null, 2)}\n`);
else for (const report of reports) print(report);

/** @param {string} from */
async function corporaOf(from) {
  const folder = statSync(from).isDirectory();
  const at = (/** @type {string} */ name) => (folder ? join(from, name) : from);
  const wanted = (/** @type {string} */ name) => existsSync(at(name)) && at(name).endsWith(name);
  return [
    ...(wanted(LOCOMO) ? [await readLocomo(at(LOCOMO))] : []),
    ...(wanted(QMSUM) ? [await readQmsum(at(QMSUM))] : []),
  ];
}

/** @param {import("./types.js").Corpus} corpus */
async function evaluate({ cases, ...about }) {
  /** @type {Map<string, import("./types.js").Asked[]>} */
  const asked = new Map();
  const { half, store } = values;
  const chosen = cases.filter((one) => half === undefined || one.half === half);
  const shelves = await openShelves(store);
  for (const [at, one] of chosen.entries()) {
    process.stderr.write(`eval: ${about.name} ${at + 1} of ${chosen.length}\n`);
    await shelves.use(one, async (rankings) => {
      for (const [name, ranking] of Object.entries(rankings))
        asked.set(name, [...(asked.get(name) ?? []), ...(await ask(one, ranking))]);
    });
  }
  await shelves.close();
  const skipped = chosen.flatMap(({ skipped: left }) => left);
  return {
    ...about,
    tokenizer: TOKENIZER,
    questions: chosen.reduce((sum, { questions }) => sum + questions.length, 0),
    skipped: {
      reason: "names no turn that is there",
      count: skipped.reduce((n, s) => n + s.count, 0),
    },
    rankings: Object.fromEntries([...asked].map(([name, all]) => [name, breakdown(all)])),
  };
}

/** @param {import("./types.js").Case} one @param {import("./types.js").Ranking} ranking */
async function ask({ half, turns, questions }, ranking) {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const speakerOf = new Map(turns.map(({ id, speaker }) => [id, speaker]));
  /** @type {import("./types.js").Asked[]} */
  const asked = [];
  for (const { text, category, evidence } of questions) {
    const answers = await ranking(text);
    const [best] = answers;
    asked.push({
      half,
      category,
      rank: rankOf(answers, evidence),
      named: namedSpeaker(text, speakers),
      answeredBy: best === undefined ? null : (speakerOf.get(best) ?? null),
    });
  }
  return asked;
}

/** @param {readonly import("./types.js").Asked[]} asked */
function breakdown(asked) {
  const categories = [...new Set(asked.map(({ category }) => category))].sort();
  const of = (/** @type {(one: import("./types.js").Asked) => boolean} */ which) =>
    summarize(asked.filter(which));
  return {
    all: summarize(asked),
    tuned: of(({ half }) => half === "tuned"),
    heldOut: of(({ half }) => half === "held-out"),
    categories: Object.fromEntries(
      categories.map((name) => [name, of(({ category }) => category === name)]),
    ),
  };
}

/** @param {Awaited<ReturnType<typeof evaluate>>} report */
function print({ name, sha256, unit, questions, skipped, rankings }) {
  const rows = Object.entries(rankings).flatMap(([ranking, { all, tuned, heldOut, categories }]) =>
    Object.entries({ all, "tuned half": tuned, "held-out half": heldOut, ...categories }).map(
      ([part, { questions: asked, any, mrr, wrongPerson }]) => [
        ranking,
        part,
        String(asked),
        ...Object.values(any).map((value) => value.toFixed(1)),
        mrr.toFixed(1),
        `${wrongPerson.wrong} of ${wrongPerson.asked}`,
      ],
    ),
  );
  const title = `${name}, unit ${unit}: ${questions} questions, ${skipped.count} left out (${skipped.reason})`;
  const columns = [
    "ranking",
    "part",
    "asked",
    "any@1",
    "any@5",
    "any@10",
    "any@20",
    "MRR",
    "wrong person",
  ];
  const notes = [`sha256 ${sha256}`, `tokenizer ${TOKENIZER}`];
  process.stdout.write(`${formatTable({ title, columns, rows, notes })}\n`);
}
