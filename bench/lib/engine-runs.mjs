// Runs engines in processes of their own, one at a time and turn by turn, and pools what they measured.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { spread } from "./statistics.mjs";

/** @typedef {import("../engines/index.mjs").EngineName} EngineName */
/** @typedef {{ engine: EngineName, corpus: import("../types.js").CorpusSpec, effort: import("../types.js").Effort }} RunSpec */
/** @typedef {import("../types.js").Spread} Spread */

/**
 * What all processes of one engine measured: a spread for each query of the set.
 * @typedef {import("../types.js").EngineLabel & Pooled} EngineFigures
 */

/**
 * @typedef {object} Pooled
 * @property {Spread} prepare
 * @property {number} bytes
 * @property {readonly Spread[]} queries
 * @property {readonly number[]} found
 */

const PROCESS = fileURLToPath(new URL("engine-process.mjs", import.meta.url));
const HEAP_MB = 12_288;
const execute = promisify(execFile);

/**
 * @param {readonly EngineName[]} engines
 * @param {import("../types.js").CorpusSpec} corpus
 * @param {import("../types.js").Context} context
 * @returns {Promise<ReadonlyMap<EngineName, EngineFigures>>}
 */
export async function runEngines(engines, corpus, { effort, say }) {
  /** @type {Map<EngineName, import("../types.js").EngineRun[]>} */
  const runs = new Map(engines.map((engine) => [engine, []]));
  for (let round = 0; round < effort.rounds; round++) {
    say(`picker: ${corpus.count} candidates, round ${round + 1} of ${effort.rounds}`);
    for (let turn = 0; turn < engines.length; turn++) {
      const engine = engines[(round + turn) % engines.length];
      if (engine !== undefined) runs.get(engine)?.push(await runOne({ engine, corpus, effort }));
    }
  }
  return new Map([...runs].map(([engine, each]) => [engine, pooled(each)]));
}

/** @param {RunSpec} spec @returns {Promise<import("../types.js").EngineRun>} */
async function runOne(spec) {
  const flags = ["--expose-gc", `--max-old-space-size=${HEAP_MB}`];
  const { stdout } = await execute(process.execPath, [...flags, PROCESS, JSON.stringify(spec)], {
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout);
}

/** @param {readonly import("../types.js").EngineRun[]} runs @returns {EngineFigures} */
function pooled(runs) {
  const [first] = runs;
  if (first === undefined) throw new Error("no process ran");
  const { name, kind, about, found } = first;
  return {
    name,
    kind,
    about,
    prepare: spread(runs.map(({ prepare }) => prepare)),
    bytes: spread(runs.map(({ bytes }) => bytes)).median,
    queries: first.samples.map((_, at) => spread(runs.flatMap(({ samples }) => samples[at] ?? []))),
    found,
  };
}
