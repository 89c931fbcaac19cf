/** Values that have a number of their own, which is never given back; there is no number 0. */
const CONSTANTS: readonly unknown[] = [Symbol("none"), undefined, null, true, false];

/** JavaScript values that the module holds by number, counted. */
export class Handles {
  readonly #values: unknown[] = [...CONSTANTS];
  readonly #counts: number[] = CONSTANTS.map(() => 1);
  readonly #free: number[] = [];

  /** Numbers in use, the constants left out. */
  get size(): number {
    return this.#values.length - CONSTANTS.length - this.#free.length;
  }

  add(value: unknown): number {
    const constant = CONSTANTS.indexOf(value);
    if (constant >= 0) return constant;
    const handle = this.#free.pop() ?? this.#values.length;
    this.#values[handle] = value;
    this.#counts[handle] = 1;
    return handle;
  }

  get(handle: number): unknown {
    return this.#values[handle];
  }

  retain(handle: number): void {
    if (handle >= CONSTANTS.length) this.#counts[handle] = (this.#counts[handle] ?? 0) + 1;
  }

  release(handle: number): void {
    if (handle < CONSTANTS.length) return;
    const left = (this.#counts[handle] ?? 0) - 1;
    this.#counts[handle] = left;
    if (left > 0) return;
    this.#values[handle] = undefined;
    this.#free.push(handle);
  }

  /** The value, its number given back. */
  take(handle: number): unknown {
    const value = this.#values[handle];
    this.release(handle);
    return value;
  }
}
