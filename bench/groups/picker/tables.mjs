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
/** @typedef {import("../../lib/engine-runs.mjs").EngineFigures} EngineFigures */
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
  return {
    title: `Picker, prepared: ms per key while "react" is typed, mean of medians; ${corpus}`,
    columns: ["engine", ...sizesOf(stages), "set up as"],
    rows: enginesOf(stages).map(([engine, { name, about }]) => [
      name,
      ...[...stages.values()].map((stage) => {
        const figures = stage.get(engine);
        return figures === undefined ? "–" : digits(perKey(figures, "typed"));
      }),
      about,
    ]),
  };
}

/** @param {Stages} stages @returns {Table} */
function against(stages) {
  return {
    title: "Picker, all queries: engine / ours, geometric mean",
    columns: ["engine", ...sizesOf(stages)],
    rows: enginesOf(stages)
      .filter(([engine, figures]) => isRival(engine, figures))
      .map(([engine, { name }]) => [
        name,
        ...[...stages.values()].map((stage) => {
          const figures = stage.get(engine);
          return figures === undefined
            ? "–"
            : times(geometricMeanRatio(figures, of(stage, "ours")));
        }),
      ]),
  };
}

/** @param {Stages} stages */
function sizesOf(stages) {
  return [...stages.keys()].map((size) => size.toLocaleString("en"));
}

/** Each engine once, with what one of the stages says of it. @param {Stages} stages @returns {(readonly [EngineName, EngineFigures])[]} */
function enginesOf(stages) {
  return [...new Map([...stages.values()].flatMap((stage) => [...stage]))];
}

/** @param {EngineName} engine @param {EngineFigures} figures */
function isRival(engine, { kind }) {
  return engine !== "ours" && kind !== "floor";
}

/** @param {Stage} large @returns {Table} */
function byQuery(large) {
  /** @type {readonly EngineName[]} */
  const engines = ["ours", "exact", "includes", "fuzzysort", "ufuzzy", "flexSearch"];
  const shown = engines.flatMap((engine) => large.get(engine) ?? []);
  return {
    title: "Picker, 100,000 candidates: ms by query, median (p10–p90); * found nothing",
    columns: ["query", ...shown.map(({ name }) => name)],
    rows: QUERIES.map(({ kind, query }, at) => [
      `${kind} ${JSON.stringify(query)}`,
      ...shown.map(({ queries, found }) => {
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
    rows: [...large.values()]
      .filter(({ kind }) => kind !== "floor")
      .map(({ name, prepare, bytes }) => [name, spreadCell(prepare), megabytes(bytes)]),
    notes: ["Held: heap, array buffers and WebAssembly memory beyond the candidates themselves."],
  };
}

/** @param {Stage} large @param {Stage} huge @param {Stage} longLabels @returns {Table} */
function limits(large, huge, longLabels) {
  const closest = closestRival([of(large, "fuzzysort"), of(large, "ufuzzy")], of(large, "ours"));
  const query = JSON.stringify(QUERIES[closest?.at ?? -1]?.query);
  return {
    title: "Picker: how far from the physical limit, ms",
    columns: ["list", "typed", "slowest", "sweep", "slowest / sweep", "in a frame", "held"],
    rows: [
      limitRow("100,000", large),
      limitRow("1,000,000", huge),
      limitRow("100,000 labels of 300 characters", longLabels),
    ],
    notes: [
      "Sweep: the same bytes added up by SIMD, nothing compared.",
      closest === null ? "" : `Closest rival at 100,000: ${times(closest.ratio)} at ${query}.`,
    ],
  };
}

/** @param {string} name @param {Stage} stage */
function limitRow(name, stage) {
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
}

/** One row for each engine and list that beats us somewhere. @param {Stages} stages @returns {Table} */
function losses(stages) {
  return {
    title: "Picker: where we lose",
    columns: ["engine", "candidates", "queries lost", "by most at", "ours ms", "theirs ms"],
    rows: [...stages].flatMap(([size, stage]) =>
      [...stage]
        .filter(([engine, figures]) => isRival(engine, figures))
        .flatMap(([, rival]) => lossRow(size, rival, of(stage, "ours"))),
    ),
    notes: [
      "* found nothing there. The indexes find beginnings of words only, and prepare far longer.",
    ],
  };
}

/** @param {number} size @param {EngineFigures} rival @param {EngineFigures} ours @returns {string[][]} none where we win everywhere */
function lossRow(size, rival, ours) {
  const lost = QUERIES.map((_, at) => ({ at, ratio: medianAt(ours, at) / medianAt(rival, at) }))
    .filter(({ ratio }) => ratio > 1)
    .sort((a, b) => b.ratio - a.ratio);
  const [most] = lost;
  if (most === undefined) return [];
  const { at } = most;
  return [
    [
      rival.name,
      size.toLocaleString("en"),
      `${lost.length} of ${QUERIES.length}`,
      JSON.stringify(QUERIES[at]?.query),
      digits(medianAt(ours, at)),
      digits(medianAt(rival, at)) + (rival.found[at] === 0 ? "*" : ""),
    ],
  ];
}
