import { PAGE_SIZE } from "../model/bounds.js";
import { BackreadError } from "../model/error-base.js";
import { AbortedError, InvalidArgumentError } from "../model/errors.js";
import type { Coverage, Message, Sequence, StoppedBy } from "../model/message.js";
import { ReadError } from "../model/page-errors.js";
import type { StopSignal } from "../model/signal.js";
import { checkBefore } from "./check-read.js";
import type { Page, SessionLog } from "./port.js";
import { validatePage } from "./validate-page.js";

export interface WalkOptions {
  /** Only rows older than this (exclusive); the newest first when null. */
  readonly before?: Sequence | null | undefined;
  /** Most raw rows read. */
  readonly bound: number;
  /** Ends the walk within the read that is under way, with `AbortedError`. */
  readonly signal?: StopSignal | undefined;
  /**
   * Called with each page once the whole of it is known to be sound, newest row first. Returning a
   * sequence says that the walk has all it wanted and that this was the oldest row it used.
   */
  readonly onPage: (messages: readonly Message[]) => Sequence | null;
  readonly onProgress?: ((progress: WalkProgress) => void) | undefined;
}

export interface WalkProgress {
  /** Raw rows read so far. */
  readonly scanned: number;
  readonly oldest: Sequence | null;
}

/** The coverage of a walk that had nothing to look for and so read nothing. */
export function nothingRead(before: Sequence | null | undefined): Coverage {
  const nextBefore = before ?? null;
  return { scanned: 0, oldest: null, complete: false, nextBefore, stoppedBy: "filled" };
}

/**
 * Reads a log backwards until it ends, the bound is reached or the caller has enough. A short page
 * does not end a walk; a null cursor does. Every page is strictly older than the one before it, so
 * no host can make a walk longer than its bound.
 */
export async function walk(log: SessionLog, options: WalkOptions): Promise<Coverage> {
  const { bound, onPage, onProgress, signal } = options;
  checkBound(bound);
  const seen = new Set<Sequence>();
  let before = options.before ?? null;
  checkBefore(before);
  let scanned = 0;
  let oldest: Sequence | null = null;
  const covered = (stoppedBy: StoppedBy, nextBefore: Sequence | null): Coverage => {
    return { scanned, oldest, complete: stoppedBy === "end", nextBefore, stoppedBy };
  };
  while (scanned < bound) {
    const limit = Math.min(PAGE_SIZE, bound - scanned);
    const page = await read(log, { before, limit, signal }, () => covered("aborted", before));
    validatePage(page, { before, limit }, seen);
    const { messages, nextBefore } = page;
    scanned += messages.length;
    oldest = messages.at(-1)?.sequence ?? oldest;
    const filledAt = onPage(messages);
    onProgress?.({ scanned, oldest });
    if (filledAt !== null) return covered("filled", filledAt);
    if (nextBefore === null) return covered("end", null);
    before = nextBefore;
  }
  return covered("bound", before);
}

interface ReadRequest {
  readonly before: Sequence | null;
  readonly limit: number;
  readonly signal: StopSignal | undefined;
}

async function read(
  log: SessionLog,
  { before, limit, signal }: ReadRequest,
  coverage: () => Coverage,
): Promise<Page> {
  if (signal === undefined) return attempt(() => log.readBefore(before, limit));
  if (signal.aborted) throw AbortedError.of(coverage(), signal.reason);
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(AbortedError.of(coverage(), signal.reason));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    // Raced, because a host may take the signal and not act on it.
    return await Promise.race([attempt(() => log.readBefore(before, limit, { signal })), stopped]);
  } catch (error) {
    throw signal.aborted && !(error instanceof AbortedError)
      ? AbortedError.of(coverage(), error)
      : error;
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}

async function attempt(start: () => Promise<Page>): Promise<Page> {
  try {
    return await start();
  } catch (error) {
    // An adapter's own typed error says more than that a read failed.
    throw error instanceof BackreadError ? error : ReadError.of(error);
  }
}

function checkBound(bound: number): void {
  if (Number.isSafeInteger(bound) && bound >= 0) return;
  throw InvalidArgumentError.of("bound", "must be a safe integer of at least 0");
}
