import type { Namespace } from "../speakers/audience.js";

/**
 * The keys of connectors whose transport sends envelopes, by both segments of the connector. They
 * live as long as the open store and are written nowhere; no key can be read out of its `CryptoKey`.
 */
export class EnvelopeKeys {
  readonly #keys = new Map<string, CryptoKey>();

  of({ type, name }: Namespace): CryptoKey | null {
    return this.#keys.get(JSON.stringify([type, name])) ?? null;
  }

  /** As the last declaration says; null forgets the key that an earlier one brought. */
  set({ type, name }: Namespace, key: CryptoKey | null): void {
    const segments = JSON.stringify([type, name]);
    if (key === null) this.#keys.delete(segments);
    else this.#keys.set(segments, key);
  }
}
