/**
 * The items until the signal fires. It ends even a wait for an item: a reader may hold all rows of a
 * folder before it yields the first, and looks at no signal meanwhile.
 */
export async function* untilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let waiting = false;
  let stop: (() => void) | undefined;
  const hear = (): void => stop?.();
  signal.addEventListener("abort", hear, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      waiting = true;
      const step = await new Promise<IteratorResult<Item>>((resolve, reject) => {
        stop = () => reject(signal.reason);
        iterator.next().then(resolve, reject);
      });
      waiting = false;
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener("abort", hear);
    const closed = iterator.return?.();
    // Behind a read that is under way the source is let go when that ends, and nobody waits for it.
    if (waiting) closed?.catch(() => undefined);
    else await closed;
  }
}
