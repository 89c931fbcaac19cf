/** @typedef {{ first: number, last: number, stride: 1 | 2, delta: number }} Run */

/** @param {ReadonlyMap<number, number>} map @returns {Run[]} ascending; no two of them interleave */
export function runsOf(map) {
  const points = [...map.keys()].sort((a, b) => a - b);
  /** @type {Run[]} */
  const runs = [];
  for (const point of points) {
    const delta = (map.get(point) ?? point) - point;
    const open = runs.at(-1);
    const step = open === undefined ? 0 : point - open.last;
    const starts = open?.first === open?.last;
    if (open?.delta === delta && (step === 1 || step === 2) && (starts || step === open.stride)) {
      open.last = point;
      open.stride = step;
    } else runs.push({ first: point, last: point, stride: 1, delta });
  }
  return runs;
}
