// Lists that are prepared once and asked at every key.
import { SOURCE } from "../../corpora/candidates.mjs";
import { runEngines } from "../../lib/engine-runs.mjs";
import { checkPicker } from "./check.mjs";
import { pickerFigures } from "./figures.mjs";
import { STAGES } from "./plan.mjs";
import { pickerTables } from "./tables.mjs";

/** @type {import("../../types.js").Group} */
export const picker = { name: "picker", needsRivals: true, check: checkPicker, measure };

/** @param {import("../../types.js").Context} context @returns {Promise<import("../../types.js").Measured>} */
async function measure(context) {
  /** @type {Map<number, Map<import("../../engines/index.mjs").EngineName, import("../../lib/engine-runs.mjs").EngineFigures>>} */
  const stages = new Map();
  /** @type {import("./figures.mjs").Stage} */
  let longLabels = new Map();
  for (const { corpus, engines, once } of STAGES) {
    const effort = once === true ? onceOf(context.effort) : context.effort;
    const measured = await runEngines(engines, corpus, { ...context, effort });
    if (corpus.source === "long labels") longLabels = measured;
    else stages.set(corpus.count, new Map([...(stages.get(corpus.count) ?? []), ...measured]));
  }
  const at = (/** @type {number} */ count) => stages.get(count) ?? new Map();
  const values = pickerFigures({ small: at(1_000), large: at(100_000), huge: at(1_000_000) });
  const gated = SOURCE === "packages";
  const figures = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, { value, corpus: SOURCE, gated }]),
  );
  const corpus = gated ? "real package names" : "synthetic names (not gated)";
  return { figures, tables: pickerTables(stages, longLabels, corpus) };
}

/** @param {import("../../types.js").Effort} effort @returns {import("../../types.js").Effort} */
function onceOf({ passes, budgetMs }) {
  return { rounds: 1, passes: Math.min(passes, 2), budgetMs: budgetMs / 2 };
}
