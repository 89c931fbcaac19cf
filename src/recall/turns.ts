import { nothingRead } from "../log/walk.js";
import { AbortedError, ClosedError } from "../model/errors.js";
import type { Coverage, Sequence } from "../model/message.js";
import type { StopSignal } from "../model/signal.js";

export interface TurnOptions {
  /** Gives up the wait for a turn; the task itself has to heed it once it runs. */
  readonly signal?: StopSignal | undefined;
  /** What the error of a wait that was given up says was read. */
  readonly coverage: Coverage;
}

/** The coverage of a read that was given up before it began. */
export function unread(before: Sequence | null): Coverage {
  return { ...nothingRead(before), stoppedBy: "aborted" };
}

/** Runs tasks one after another until it is closed, which ends the one that runs and all that wait. */
export class Turns {
  readonly #what: string;
  readonly #unsettled = new Set<(error: ClosedError) => void>();
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  /** @param what is closed, in the words of the error */
  constructor(what: string) {
    this.#what = what;
  }

  async run<Result>(options: TurnOptions, task: () => Promise<Result>): Promise<Result> {
    this.mustBeOpen();
    const earlier = this.#last;
    let finish: (() => void) | undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    this.#last = earlier.then(() => finished);
    try {
      await this.#untilClosed(untilAborted(earlier, options));
      // It may have been closed since the turn came.
      this.mustBeOpen();
      return await this.#untilClosed(task());
    } finally {
      finish?.();
    }
  }

  mustBeOpen(): void {
    if (this.#closed) throw this.#error();
  }

  close(): void {
    this.#closed = true;
    for (const reject of this.#unsettled) reject(this.#error());
  }

  /** Not a race against one promise of the closing: that would keep every result until then. */
  #untilClosed<Result>(promise: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#unsettled.add(reject);
      const settled = (): void => void this.#unsettled.delete(reject);
      promise.then(resolve, reject).finally(settled).catch(reject);
    });
  }

  #error(): ClosedError {
    return ClosedError.of(this.#what);
  }
}

async function untilAborted(turn: Promise<void>, { signal, coverage }: TurnOptions): Promise<void> {
  if (signal === undefined) return turn;
  const aborted = (): AbortedError => AbortedError.of(coverage, signal.reason);
  if (signal.aborted) throw aborted();
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(aborted());
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([turn, stopped]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}
