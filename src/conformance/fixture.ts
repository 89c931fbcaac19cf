import type { SessionLog } from "../log/port.js";
import type { Message, Sequence } from "../model/message.js";

/** What a host opens for one case. */
export interface OpenedLog {
  readonly log: SessionLog;
  /** Adds rows, each newer than all before it. */
  readonly append?: ((rows: readonly Message[]) => Promise<void> | void) | undefined;
  readonly close?: (() => Promise<void> | void) | undefined;
}

/** What a case works with. */
export interface CaseHost {
  /** A log of exactly these rows, which ascend by sequence; closed when the case ends. */
  open(rows: readonly Message[]): Promise<OpenedLog>;
}

type Rest = Partial<Omit<Message, "sequence">>;

/** A row with what a case does not care about filled in. */
export function row(sequence: Sequence, rest: Rest = {}): Message {
  const author = { type: "person", id: "p1", label: "Ana" } as const;
  return { sequence, chatId: "desk", parent: null, author, content: `row ${sequence}`, ...rest };
}

export function rowsAt(sequences: readonly Sequence[]): Message[] {
  return sequences.map((sequence) => row(sequence));
}

/** Rows 1 to `count`. */
export function rowsUpTo(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => row(index + 1));
}

/** The rows as a log must serve them: newest first, older than the cursor. */
export function newestFirst(rows: readonly Message[], before: Sequence | null = null): Message[] {
  return rows.filter(({ sequence }) => before === null || sequence < before).toReversed();
}
