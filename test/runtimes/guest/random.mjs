/**
 * @typedef {object} Random Draws that are the same in every engine: integer arithmetic only.
 * @property {(limit: number) => number} below an integer from 0 to `limit - 1`
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {<T>(count: number, draw: () => T) => T[]} times
 */

/** Mulberry32. @param {number} seed @returns {Random} */
export function seeded(seed) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    const first = Math.imul(state ^ (state >>> 15), state | 1);
    const second = (first + Math.imul(first ^ (first >>> 7), first | 61)) ^ first;
    return (second ^ (second >>> 14)) >>> 0;
  };
  const below = (/** @type {number} */ limit) => next() % limit;
  return {
    below,
    pick: (list) => {
      for (const item of list.slice(below(list.length))) return item;
      throw new RangeError("nothing to pick from");
    },
    times: (count, draw) => {
      const drawn = [];
      for (let n = 0; n < count; n++) drawn.push(draw());
      return drawn;
    },
  };
}
