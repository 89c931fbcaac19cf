import type { Message, Sequence } from "../model/message.js";
import type { StopSignal } from "../model/signal.js";

/** One read of a log. */
export interface Page {
  /** Newest first, strictly descending, each older than the `before` that was asked. */
  readonly messages: readonly Message[];
  /** The exclusive cursor of the next read; null when no older row exists. */
  readonly nextBefore: Sequence | null;
}

/** A transcript that can be read backwards. The only thing a host has to bring. */
export interface SessionLog {
  /** At most `limit` rows older than `before` (the newest rows when null). */
  readBefore(
    before: Sequence | null,
    limit: number,
    options?: { readonly signal?: StopSignal },
  ): Promise<Page>;
}
