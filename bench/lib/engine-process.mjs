// Measures one engine over one corpus in a process of its own: node --expose-gc engine-process.mjs SPEC
// Its own heap, so that memory can be read and no engine collects another's garbage or spoils its types.
import { getHeapStatistics } from "node:v8";
import { PICKER_LIMIT, SERIES } from "../cases/picker.mjs";
import { candidatesOf } from "../corpora/candidates.mjs";
import { ENGINES } from "../engines/index.mjs";

/** Beyond this a median does not move. */
const MOST_PASSES = 300;
/** Compilers want this much before what they made is what runs. */
const WARM_UP_MS = 200;

/** @type {import("./engine-runs.mjs").RunSpec} */
const spec = JSON.parse(process.argv[2] ?? "");
/** @type {import("../types.js").Engine<any>} */
const engine = await ENGINES[spec.engine]();
const candidates = candidatesOf(spec.corpus);

const held = heldBytes();
const started = performance.now();
engine.prepare(candidates);
const prepare = performance.now() - started;
const bytes = heldBytes() - held + (engine.bytes?.() ?? 0);

const found = [];
for (const query of queries()) found.push(engine.idsOf(engine.query(query, PICKER_LIMIT)).length);
const warm = performance.now() + WARM_UP_MS;
do onePass(found.map(() => []));
while (performance.now() < warm);

/** @type {number[][]} */
const samples = found.map(() => []);
const end = performance.now() + spec.effort.budgetMs;
for (let pass = 0; pass < MOST_PASSES; pass++) {
  if (pass >= spec.effort.passes && performance.now() >= end) break;
  onePass(samples);
}
const { name, kind, about } = engine;
/** @type {import("../types.js").EngineRun} */
const run = { name, kind, about, prepare, bytes, samples, found };
process.stdout.write(JSON.stringify(run));

/** Adds one time for each query to its list. @param {number[][]} samples */
function onePass(samples) {
  let at = 0;
  for (const query of queries()) {
    const start = performance.now();
    engine.query(query, PICKER_LIMIT);
    samples[at++]?.push(performance.now() - start);
  }
}

/**
 * The queries of the set. Before each the engine forgets what would make its answer a copy: everything
 * before the first of a series and before one that only adds a space, else answers that it kept.
 */
function* queries() {
  for (const series of SERIES) {
    let previous = "";
    for (const query of series.queries) {
      if (previous === "" || query.trim() === previous) engine.reset?.();
      else engine.forgetAnswers?.();
      previous = query.trim();
      yield query;
    }
  }
}

/** Bytes in the heap and in array buffers; memory of WebAssembly is in neither. */
function heldBytes() {
  if (globalThis.gc === undefined) throw new Error("needs --expose-gc");
  globalThis.gc();
  globalThis.gc();
  return getHeapStatistics().used_heap_size + process.memoryUsage().arrayBuffers;
}
