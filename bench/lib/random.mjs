// The same numbers on every machine: xorshift32, integers only.

/** @param {number} seed not 0 @returns {(below: number) => number} whole numbers from 0 to below - 1 */
export function randomBelow(seed) {
  let state = seed | 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** @template Item @param {(below: number) => number} random @param {readonly Item[]} items @returns {Item} */
export function pick(random, items) {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
