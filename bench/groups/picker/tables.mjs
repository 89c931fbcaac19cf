import { QUERIES } from "../../cases/picker.mjs";
import { digits, megabytes, spreadCell, times } from "../../lib/table.mjs";
import {
  closestRival,
  geometricMeanRatio,
  medianAt,
  of,
  perKey,
  sweepOf,
  worst,
} from "./figures.mjs";

/** @typedef {import("../../types.js").Table} Table */
/** @typedef {import("../../engines/index.mjs").EngineName} EngineName */
/** @typedef {import("./figures.mjs").Stage} Stage */
/** @typedef {ReadonlyMap<number, Stage>} Stages by the number of candidates */

/** A frame of a screen at 60 Hz. */
const FRAME_MS = 1000 / 60;

/**
 * @param {Stages} stages
 * @param {Stage} longLabels
 * @param {string} corpus what the lists are made of
 * @returns {Table[]}
 */
export function pickerTables(stages, longLabels, corpus) {
  const at = (/** @type {number} */ count) => stages.get(count) ?? new Map();
  const large = at(100_000);
  const huge = at(1_000_000);
  return [
    perSize(stages, corpus),
    byQuery(large),
    preparation(large),
    against(stages),
    limits(large, huge, longLabels),
    losses(stages),
  ];
}

/** @param {Stages} stages @param {string} corpus @returns {Table} */
function perSize(stages, corpus) {
  const sizes = [...stages.keys()];
  const engines = [...new Set([...stages.values()].flatMap((stage) => [...stage.keys()]))];
  return {
    title: `Picker, prepared: ms per key while "react" is typed, mean of medians; ${corpus}`,
    columns: ["engine", ...sizes.map((size) => size.toLocaleString("en"))],
    rows: engines.map((engine) => [
      engine,
      ...sizes.map((size) => {
        const figures = stages.get(size)?.get(engine);
        return figures === undefined ? "–" : digits(perKey(figures, "typed"));
      }),
    ]),
  };
}

/** @param {Stage} large @returns {Table} */
function byQuery(large) {
  /** @type {readonly EngineName[]} */
  const engines = ["ours", "exact", "includes", "fuzzysort", "ufuzzy", "flexSearch"];
  const shown = engines.filter((engine) => large.has(engine));
  return {
    title: "Picker, 100,000 candidates: ms by query, median (p10–p90); * found nothing",
    columns: ["query", ...shown],
    rows: QUERIES.map(({ kind, query }, at) => [
      `${kind} ${JSON.stringify(query)}`,
      ...shown.map((engine) => {
        const { queries, found } = of(large, engine);
        const spread = queries[at];
        return spread === undefined ? "–" : spreadCell(spread) + (found[at] === 0 ? "*" : "");
      }),
    ]),
  };
}

/** @param {Stage} large @returns {Table} */
function preparation(large) {
  return {
    title: "Picker, 100,000 candidates: preparation in a fresh process, and what it holds",
    columns: ["engine", "ms (p10–p90)", "held"],
    rows: [...large]
      .filter(([engine]) => engine !== "sweep")
      .map(([engine, { prepare, bytes }]) => [engine, spreadCell(prepare), megabytes(bytes)]),
    notes: ["Held: heap, array buffers and WebAssembly memory beyond the candidates themselves."],
  };
}

/** @param {Stages} stages @returns {Table} */
function against(stages) {
  const sizes = [...stages.keys()];
  const rivals = [...new Set([...stages.values()].flatMap((stage) => [...stage.keys()]))].filter(
    (engine) => engine !== "ours" && engine !== "sweep",
  );
  return {
    title: "Picker, all queries: engine / ours, geometric mean",
    columns: ["engine", ...sizes.map((size) => size.toLocaleString("en"))],
    rows: rivals.map((rival) => [
      rival,
      ...sizes.map((size) => {
        const stage = stages.get(size);
        const figures = stage?.get(rival);
        if (stage === undefined || figures === undefined) return "–";
        return times(geometricMeanRatio(figures, of(stage, "ours")));
      }),
    ]),
  };
}

/** @param {Stage} large @param {Stage} huge @param {Stage} longLabels @returns {Table} */
function limits(large, huge, longLabels) {
  const row = (/** @type {string} */ name, /** @type {Stage} */ stage) => {
    const ours = of(stage, "ours");
    const { ms, at } = worst(ours);
    const sweep = stage.has("sweep") ? sweepOf(stage) : null;
    return [
      name,
      digits(perKey(ours, "typed")),
      `${digits(ms)} ${JSON.stringify(QUERIES[at]?.query)}`,
      sweep === null ? "–" : digits(sweep),
      sweep === null ? "–" : times(ms / sweep),
      ms < FRAME_MS ? "yes" : "NO",
      megabytes(ours.bytes),
    ];
  };
  const closest = closestRival([of(large, "fuzzysort"), of(large, "ufuzzy")], of(large, "ours"));
  const query = JSON.stringify(QUERIES[closest?.at ?? -1]?.query);
  return {
    title: "Picker: how far from the physical limit, ms",
    columns: ["list", "typed", "slowest", "sweep", "slowest / sweep", "in a frame", "held"],
    rows: [
      row("100,000", large),
      row("1,000,000", huge),
      row("100,000 labels of 300 characters", longLabels),
    ],
    notes: [
      "Sweep: the same bytes added up by SIMD, nothing compared.",
      closest === null ? "" : `Closest rival at 100,000: ${times(closest.ratio)} at ${query}.`,
    ],
  };
}

/** One row for each engine and list that beats us somewhere. @param {Stages} stages @returns {Table} */
function losses(stages) {
  const rows = [...stages].flatMap(([size, stage]) => {
    const ours = of(stage, "ours");
    return [...stage].flatMap(([engine, figures]) => {
      if (engine === "ours" || engine === "sweep") return [];
      const lost = QUERIES.map((_, at) => ({
        at,
        ratio: medianAt(ours, at) / medianAt(figures, at),
      }))
        .filter(({ ratio }) => ratio > 1)
        .sort((a, b) => b.ratio - a.ratio);
      const [most] = lost;
      if (most === undefined) return [];
      return [
        [
          engine,
          size.toLocaleString("en"),
          `${lost.length} of ${QUERIES.length}`,
          JSON.stringify(QUERIES[most.at]?.query),
          digits(medianAt(ours, most.at)),
          digits(medianAt(figures, most.at)) + (figures.found[most.at] === 0 ? "*" : ""),
        ],
      ];
    });
  });
  return {
    title: "Picker: where we lose",
    columns: ["engine", "candidates", "queries lost", "by most at", "ours ms", "theirs ms"],
    rows,
    notes: [
      "* found nothing there. The indexes find beginnings of words only, and prepare far longer.",
    ],
  };
}
