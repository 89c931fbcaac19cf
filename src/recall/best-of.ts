/** Up to this many are picked out in one pass; more are had by sorting everything. */
const PICKED = 64;

/** The first `limit` of the items in the order of `compare`, which has to be total. */
export function bestOf<Item>(
  items: readonly Item[],
  limit: number,
  compare: (a: Item, b: Item) => number,
): Item[] {
  if (limit > PICKED || limit >= items.length) return items.toSorted(compare).slice(0, limit);
  const best: Item[] = [];
  for (const item of items) {
    const last = best[limit - 1];
    if (last !== undefined && compare(last, item) < 0) continue;
    const place = best.findIndex((other) => compare(item, other) < 0);
    best.splice(place < 0 ? best.length : place, 0, item);
    if (best.length > limit) best.pop();
  }
  return best;
}
