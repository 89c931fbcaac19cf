// Times expressions that hurt, over rows that hurt: node bench/regex.mjs [--hard | --ordinary]
import { boundMatcher } from "../dist/regex/budget.js";
import { createRe2jsEngine, createRe2WasmEngine } from "../dist/regex/index.js";
import { COIN, CORPORA, HARD, ORDINARY, PROMISED, search } from "./regex-cases.mjs";

/** What each of the promised searches must end within. */
const MUST_MS = 500;

const hard = process.argv.includes("--hard");
const patterns = hard ? HARD : process.argv.includes("--ordinary") ? ORDINARY : PROMISED;
const corpora = Object.entries(hard ? { ...CORPORA, coin: COIN } : CORPORA);
const engines = [createRe2jsEngine(), await createRe2WasmEngine()];

let slowest = 0;
print(["pattern", "rows", "engine", "program", "ends by", "chars", "steps", "ms", "ns/step"]);
for (const pattern of patterns)
  for (const [name, texts] of corpora)
    for (const engine of engines) {
      const run = best(() => search(engine, pattern, texts, boundMatcher));
      slowest = Math.max(slowest, run.ms);
      const end = run.refused === "" ? `${run.hits} hits` : `budget: ${run.refused}`;
      const rate = run.spent === 0 ? "" : ((run.ms * 1e6) / run.spent).toFixed(1);
      print([
        pattern,
        name,
        engine.name,
        run.programSize,
        end,
        run.chars,
        run.spent,
        run.ms.toFixed(1),
        rate,
      ]);
    }
process.stdout.write(`slowest ${slowest.toFixed(0)} ms; must be under ${MUST_MS} ms\n`);
if (slowest >= MUST_MS) process.exitCode = 1;

/**
 * The least disturbed of three runs: on a shared machine the others time the neighbours.
 * @param {() => ReturnType<typeof search>} run
 */
function best(run) {
  return [run(), run()].reduce((least, other) => (other.ms < least.ms ? other : least), run());
}

/** @param {readonly (string | number)[]} cells */
function print(cells) {
  const widths = [46, 6, 8, 8, 22, 7, 8, 7, 8];
  const line = cells.map((cell, i) => {
    const text = String(cell);
    return i === 0 || i === 1 || i === 2 || i === 4
      ? text.padEnd(widths[i] ?? 0)
      : text.padStart(widths[i] ?? 0);
  });
  process.stdout.write(`${line.join(" ")}\n`);
}
