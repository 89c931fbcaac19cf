// The newest rows of a long file, against reading it from its head.
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { walk } from "../../dist/index.js";
import { CHAT_WORDS } from "../corpora/words.mjs";
import { interleave } from "../lib/interleave.mjs";
import { pick, randomBelow } from "../lib/random.mjs";
import { megabytes, spreadCell, times } from "../lib/table.mjs";

/** @typedef {import("../../dist/index.js").Message} Message */

/** @type {import("../types.js").Group} */
export const log = { name: "log", check, measure };

const OURS = "backread";
const RIVAL = "node:readline, JSON.parse";
const NEWEST = 512;
const MEASURED_ROWS = 1_000_000;
const CHECKED_ROWS = 20_000;
/** Whole rows written at once. */
const BATCH = 10_000;

async function check() {
  return await withFile(CHECKED_ROWS, async (path) => {
    const ours = (await newest(path)).map(({ sequence, content }) => ({ sequence, content }));
    const theirs = (await readWhole(path)).map(({ sequence, content }) => ({ sequence, content }));
    const same = isDeepStrictEqual(ours, theirs);
    const counted = ours.length === NEWEST && ours[0]?.sequence === CHECKED_ROWS;
    return [
      {
        name: "log: newest rows equal those of a whole read",
        failure: same ? null : "they differ",
      },
      {
        name: "log: as many as asked, newest first",
        failure: counted ? null : `${ours.length} rows`,
      },
    ];
  });
}

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ effort, say }) {
  say(`log: writing ${MEASURED_ROWS.toLocaleString("en")} rows`);
  return await withFile(MEASURED_ROWS, async (path) => {
    say("log: reading them");
    const warm = { name: OURS, run: () => newest(path) };
    // Its own warm-up: a few reads of the tail are far fewer than what the rival's rows warm.
    await interleave([warm], { rounds: 1, passes: 30, budgetMs: 0 });
    const few = { ...effort, passes: 2, budgetMs: 0 };
    const spreads = await interleave([warm, { name: RIVAL, run: () => readWhole(path) }], few);
    const value = (spreads.get(RIVAL)?.median ?? NaN) / (spreads.get(OURS)?.median ?? NaN);
    const size = megabytes(statSync(path).size);
    return {
      figures: { "log.jsonl": { value, corpus: "generated", gated: true } },
      tables: [
        {
          title: `The newest ${NEWEST} of ${MEASURED_ROWS.toLocaleString("en")} rows (${size}): ms, median (p10–p90), file in the cache of the system`,
          columns: ["engine", "ms", "/ ours"],
          rows: [...spreads].map(([name, spread]) => [
            name,
            spreadCell(spread),
            times(spread.median / (spreads.get(OURS)?.median ?? NaN)),
          ]),
          notes: ["Ours opens the file, validates the page and closes it each time."],
        },
      ],
    };
  });
}

/** @param {string} path @returns {Promise<readonly Message[]>} newest first */
async function newest(path) {
  const { openJsonlLog } = await import("../../dist/log/jsonl/index.js");
  const opened = await openJsonlLog(path);
  try {
    /** @type {Message[]} */
    const rows = [];
    await walk(opened, {
      bound: NEWEST,
      onPage: (messages) => {
        rows.push(...messages);
        return null;
      },
    });
    return rows;
  } finally {
    await opened.close();
  }
}

/** @param {string} path @returns {Promise<readonly Pick<Message, "sequence" | "content">[]>} newest first */
async function readWhole(path) {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  /** @type {Pick<Message, "sequence" | "content">[]} */
  const ring = Array.from({ length: NEWEST });
  let count = 0;
  for await (const line of lines) ring[count++ % NEWEST] = JSON.parse(line);
  return Array.from(
    { length: Math.min(count, NEWEST) },
    (_, i) => ring[(count - 1 - i) % NEWEST],
  ).filter((row) => row !== undefined);
}

/** @template Result @param {number} rows @param {(path: string) => Promise<Result>} use @returns {Promise<Result>} */
async function withFile(rows, use) {
  const folder = mkdtempSync(join(tmpdir(), "backread-bench-"));
  try {
    const path = join(folder, "rows.jsonl");
    writeRows(path, rows);
    return await use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} path @param {number} rows */
function writeRows(path, rows) {
  const random = randomBelow(83);
  const file = openSync(path, "w");
  for (let sequence = 1; sequence <= rows;) {
    let text = "";
    const end = Math.min(sequence + BATCH - 1, rows);
    for (; sequence <= end; sequence++) text += `${JSON.stringify(rowOf(random, sequence))}\n`;
    writeSync(file, text);
  }
  closeSync(file);
}

/** One row of the wire form. @param {(below: number) => number} random @param {number} sequence */
function rowOf(random, sequence) {
  const person = random(200);
  return {
    sequence,
    chat_id: `desk-${random(12)}`,
    parent: random(5) === 0 && sequence > 1 ? sequence - 1 : null,
    author: { type: "person", id: `p${person}`, label: `Person ${person}` },
    content: Array.from({ length: 5 + random(20) }, () => pick(random, CHAT_WORDS)).join(" "),
  };
}
