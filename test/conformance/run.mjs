// npm run conformance -- [DIR] [--core wasm|reference] [--show N]: the built package against the vectors of a folder.
import { appendFileSync, existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createCore, createRecall } from "../../dist/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { answers } from "./answers.mjs";
import { disagreement } from "./compare.mjs";
import { corpusOf, runRanking } from "./ranking.mjs";
import { rankingFile, readVectors, skipReason, vectorFiles } from "./vectors.mjs";

const SHARED = fileURLToPath(new URL("../../../shared/conformance/visible", import.meta.url));
const CARRIED = fileURLToPath(new URL("../vectors", import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { core: { type: "string", default: "wasm" }, show: { type: "string", default: "3" } },
});
const folder = positionals[0] ?? (existsSync(SHARED) ? SHARED : CARRIED);
const kind = values.core;
if (kind !== "wasm" && kind !== "reference") fail(`--core takes wasm or reference, not ${kind}`);
if (!existsSync(folder)) fail(`there is no folder ${folder}`);

const core = await createCore({ kind });
const regex = createRe2jsEngine();
const suite = { answers: answers(createRecall({ core, regex })), regex };
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {Map<string, number>} */
const skips = new Map();
let shown = 0;

for (const name of vectorFiles(folder)) await runFile(join(folder, name));
runRankingOf(folder);
for (const [reason, count] of skips) console.log(`  skipped ${count}: ${reason}`);
console.log(`core: ${core.kind}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
const counts = process.env["BACKREAD_COUNTS"];
if (counts !== undefined) appendFileSync(counts, `${JSON.stringify(total)}\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** @param {string} file */
async function runFile(file) {
  const own = { passed: 0, failed: 0, skipped: 0 };
  for (const vector of readVectors(file)) {
    const reason = skipReason(vector);
    if (reason !== null) {
      own.skipped++;
      skips.set(reason, (skips.get(reason) ?? 0) + 1);
      continue;
    }
    const wrong = await disagreement(suite, vector);
    if (wrong === null) own.passed++;
    else {
      own.failed++;
      show(vector.id, wrong);
    }
  }
  report(basename(file), own);
}

/** @param {string} from */
function runRankingOf(from) {
  const file = rankingFile(resolve(from));
  if (file === null) return;
  const corpus = corpusOf(file);
  if (corpus === null) {
    skips.set("the corpus of rank-100k is not here", 1);
    return report(basename(file), { passed: 0, failed: 0, skipped: 1 });
  }
  const { passed, failures } = runRanking(core, { file, corpus });
  for (const { id, ...wrong } of failures) show(id, wrong);
  report(basename(file), { passed, failed: failures.length, skipped: 0 });
}

/** @param {string} name @param {typeof total} own */
function report(name, own) {
  total.passed += own.passed;
  total.failed += own.failed;
  total.skipped += own.skipped;
  console.log(`${name}: ${own.passed} passed, ${own.failed} failed, ${own.skipped} skipped`);
}

/** @param {string} id @param {{ expected: unknown, actual: unknown }} wrong */
function show(id, { expected, actual }) {
  if (shown++ >= Number(values.show)) return;
  console.log(
    `  ${id}\n    expected ${JSON.stringify(expected)}\n    actual   ${JSON.stringify(actual)}`,
  );
}

/** @param {string} why @returns {never} */
function fail(why) {
  console.error(`conformance: ${why}`);
  process.exit(2);
}
