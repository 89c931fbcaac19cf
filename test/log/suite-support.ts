// A strict log in memory that keeps every part of the contract, and ways to break exactly one of them.
import type { OpenedLog } from "../../dist/conformance/index.js";
import {
  InvalidArgumentError,
  type Message,
  type Page,
  type Sequence,
  type SessionLog,
  type StopSignal,
} from "../../dist/index.js";

export interface Read {
  readonly before: Sequence | null;
  readonly limit: number;
  readonly signal: StopSignal | undefined;
}

/** What a broken log does differently; each gets the rows, ascending, and the honest answer. */
export interface Breakage {
  /** Another request than the one that was made. */
  readonly request?: (read: Read) => Read;
  /** Another answer than the honest one. */
  readonly answer?: (page: Page, read: Read, rows: readonly Message[]) => Page | Promise<Page>;
  /** Every row as this adapter would store it. */
  readonly store?: (row: Message) => Message;
  /** No checks, no copies, no signals: as the flag names. */
  readonly without?: "checks" | "copies" | "signals";
}

export function openMemoryLog(given: readonly Message[], breakage: Breakage = {}): OpenedLog {
  const { request = (read: Read) => read, answer = (page: Page) => page, without } = breakage;
  const store = breakage.store ?? ((row: Message) => row);
  const copy = without === "copies" ? <T>(value: T): T => value : structuredClone;
  const rows = copy(given).map(store);
  const log: SessionLog = {
    readBefore: async (before, limit, { signal } = {}) => {
      const read = request({ before, limit, signal });
      if (without !== "checks") checkRead(read);
      if (without !== "signals" && read.signal?.aborted === true) throw read.signal.reason;
      return answer(copy(honestPage(rows, read)), { before, limit, signal }, rows);
    },
  };
  return { log, append: (more) => void rows.push(...copy(more).map(store)) };
}

export function honestPage(
  rows: readonly Message[],
  { before, limit }: Omit<Read, "signal">,
): Page {
  const left = rows.filter(({ sequence }) => before === null || sequence < before).toReversed();
  const messages = left.slice(0, Math.max(0, limit));
  const more = left.length > messages.length;
  return { messages, nextBefore: more ? (messages.at(-1)?.sequence ?? null) : null };
}

function checkRead({ before, limit }: Read): void {
  if (!Number.isSafeInteger(limit) || limit < 1) throw InvalidArgumentError.of("limit", "is bad");
  if (before !== null && (!Number.isSafeInteger(before) || before < 0))
    throw InvalidArgumentError.of("before", "is bad");
}
