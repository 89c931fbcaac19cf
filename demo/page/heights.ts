/** The heights of many rows, most of them only estimated, with their sums kept in a Fenwick tree. */
export class Heights {
  readonly count: number;
  readonly #heights: Float64Array;
  /** `tree[i]` is the sum of the `i & -i` heights that end before row `i`. */
  readonly #tree: Float64Array;
  readonly #highest: number;

  constructor(count: number, estimate: number) {
    this.count = count;
    this.#heights = new Float64Array(count).fill(estimate);
    this.#tree = new Float64Array(count + 1);
    for (let i = 1; i <= count; i++) this.#tree[i] = estimate * (i & -i);
    this.#highest = count === 0 ? 0 : 2 ** Math.floor(Math.log2(count));
  }

  get total(): number {
    return this.top(this.count);
  }

  /** Where a row begins. */
  top(row: number): number {
    let sum = 0;
    for (let i = Math.min(row, this.count); i > 0; i -= i & -i) sum += this.#tree[i] ?? 0;
    return sum;
  }

  set(row: number, height: number): void {
    const change = height - (this.#heights[row] ?? height);
    if (change === 0 || row >= this.count) return;
    this.#heights[row] = height;
    for (let i = row + 1; i <= this.count; i += i & -i)
      this.#tree[i] = (this.#tree[i] ?? 0) + change;
  }

  /** The row that covers a height; the last one below the end. */
  rowAt(height: number): number {
    let row = 0;
    let rest = height;
    for (let step = this.#highest; step > 0; step /= 2) {
      const next = row + step;
      const sum = this.#tree[next];
      if (next > this.count || sum === undefined || sum > rest) continue;
      row = next;
      rest -= sum;
    }
    return Math.max(0, Math.min(row, this.count - 1));
  }
}
