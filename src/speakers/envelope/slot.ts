/** Holds the first claim that was made, even where it is worth nothing: later ones find it taken. */
export class Slot<T> {
  #claim: { readonly value: T } | undefined;

  get isTaken(): boolean {
    return this.#claim !== undefined;
  }

  get value(): T | undefined {
    return this.#claim?.value;
  }

  claim(value: T): void {
    this.#claim ??= { value };
  }
}
