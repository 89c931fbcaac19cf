import { GOALS, meets } from "../goals.mjs";
import { digits } from "./table.mjs";

/**
 * The goals and what was reached.
 * @param {ReturnType<typeof import("../goals.mjs").ratiosOf>} ratios
 * @param {ReturnType<typeof import("./machine.mjs").machine>} machine
 * @returns {import("../types.js").Table}
 */
export function ratioTable(ratios, { cpu, cores, node, load }) {
  const busy = load > cores / 2 ? [BUSY] : [];
  return {
    title: `Goals, as ratios of this one run: ${cpu}, ${cores} cores, Node ${node}, load ${load}`,
    columns: ["key", "value", "must", "after", "", "what"],
    rows: Object.entries(ratios).map(([key, ratio]) => {
      const { value, must, after, direction } = ratio;
      const sign = direction === "higher" ? "≥" : "≤";
      const what = GOALS.find((goal) => goal.key === key)?.what ?? "";
      const shown = value === null ? "–" : digits(value);
      return [key, shown, `${sign} ${must}`, `${sign} ${after}`, verdict(ratio), what];
    }),
    notes: busy,
  };
}

const BUSY = "The machine was busy with other work: long measurements suffer more than short ones.";

/** @param {ReturnType<typeof import("../goals.mjs").ratiosOf>[string]} ratio */
function verdict(ratio) {
  if (ratio.value === null) return ratio.reason;
  if (ratio.gated === false) return `${ratio.corpus ?? "other"} corpus, not gated`;
  if (!meets(ratio, ratio.value)) return "MISSED";
  return meets({ must: ratio.after, direction: ratio.direction }, ratio.value) ? "after" : "met";
}
