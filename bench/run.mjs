// node bench/run.mjs [picker|frame|session|oneshot|mask|log|regex|store|size] [--json] [--check] [--gate] [--quick]
import { appendFileSync } from "node:fs";
import { misses, ratiosOf } from "./goals.mjs";
import { frame } from "./groups/frame.mjs";
import { log } from "./groups/log.mjs";
import { mask } from "./groups/mask.mjs";
import { oneshot } from "./groups/oneshot.mjs";
import { picker } from "./groups/picker/index.mjs";
import { regex } from "./groups/regex.mjs";
import { session } from "./groups/session.mjs";
import { size } from "./groups/size.mjs";
import { store } from "./groups/store.mjs";
import { commit, machine } from "./lib/machine.mjs";
import { readOptions } from "./lib/options.mjs";
import { ratioTable } from "./lib/ratio-table.mjs";
import { formatTable } from "./lib/table.mjs";
import { ensureRivals } from "./rivals.mjs";

/** @type {readonly import("./types.js").Group[]} */
const GROUPS = [picker, frame, session, oneshot, mask, log, regex, store, size];
/** @type {import("./types.js").Effort} */
const FULL = { rounds: 5, passes: 4, budgetMs: 1000 };
/** @type {import("./types.js").Effort} */
const QUICK = { rounds: 2, passes: 2, budgetMs: 300 };

const say = (/** @type {string} */ line) => void process.stderr.write(`bench: ${line}\n`);

const options = optionsOrExit();
const chosen = GROUPS.filter(({ name }) => options.groups.includes(name));
if (chosen.some(({ needsRivals }) => needsRivals)) await ensureRivals(say);
await (options.check ? check() : measure());

function optionsOrExit() {
  const names = GROUPS.map(({ name }) => name);
  try {
    return readOptions(process.argv.slice(2), names);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    say(error.message);
    process.exit(2);
  }
}

/** Answers only: no time is read. */
async function check() {
  const effort = QUICK;
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const group of chosen)
    for (const { name, failure, skipped: absent } of await group.check({ effort, say })) {
      if (absent) skipped++;
      else if (failure === null) passed++;
      else failed++;
      if (failure !== null) process.stdout.write(`FAILED ${name}: ${failure}\n`);
    }
  process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  const counts = process.env["BACKREAD_COUNTS"];
  if (counts !== undefined)
    appendFileSync(counts, `${JSON.stringify({ passed, failed, skipped })}\n`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

async function measure() {
  const effort = options.quick ? QUICK : FULL;
  const before = machine();
  const measured = [];
  for (const group of chosen) {
    const { figures, tables } = await group.measure({ effort, say });
    if (!options.json) process.stdout.write(`${tables.map(formatTable).join("\n")}\n`);
    measured.push({ figures, tables });
  }
  const figures = Object.assign({}, ...measured.map(({ figures }) => figures));
  const ratios = ratiosOf(options.groups, figures);
  const tables = measured.flatMap(({ tables }) => tables);
  const missed = misses(ratios);
  if (options.json) {
    const report = { commit: commit(), machine: before, ratios, tables };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else process.stdout.write(`${formatTable(ratioTable(ratios, before))}\n`);
  if (missed.length > 0) say(`missed: ${missed.join(", ")}`);
  if (options.gate && missed.length > 0) process.exitCode = 1;
}
