import { MalformedRowError, RowOutOfOrderError } from "../../model/errors.js";
import type { Message, Sequence } from "../../model/message.js";
import type { StopSignal } from "../../model/signal.js";
import type { Page } from "../port.js";
import type { BackwardLines } from "./backward-lines.js";
import type { Line } from "./line.js";
import type { RowDecoder } from "./row-decoder.js";
import type { JsonlIssue } from "./settings.js";

/** A row whose place is known; every row that stands before it must have a smaller sequence. */
export interface PlacedRow {
  readonly at: number;
  readonly sequence: Sequence;
}

export interface PageRequest {
  readonly limit: number;
  /** The row that the page stands before; null at the end of the log. */
  readonly newer: PlacedRow | null;
  readonly decode: RowDecoder;
  /** Null where a malformed line fails. */
  readonly onIssue: ((issue: JsonlIssue) => void) | null;
}

/** Reads up to `limit` rows towards the head. A page that reached it carries no cursor. */
export async function readPage(
  lines: BackwardLines,
  request: PageRequest,
  signal: StopSignal | undefined,
): Promise<Page> {
  const messages: Message[] = [];
  let { newer } = request;
  while (messages.length < request.limit) {
    const line = lines.next();
    if (line === null) return { messages, nextBefore: null };
    if (line === "unfetched") {
      await lines.fetch(signal);
      continue;
    }
    const row = request.decode(line);
    if (row.type === "malformed") report(lines, { line, reason: row.reason }, request);
    if (row.type !== "message") continue;
    const { sequence } = row.message;
    checkOrder(sequence, newer);
    newer = { at: line.at, sequence };
    messages.push(row.message);
  }
  return { messages, nextBefore: lines.mayHaveMore() ? (newer?.sequence ?? null) : null };
}

function report(
  lines: BackwardLines,
  malformed: { readonly line: Line; readonly reason: string },
  { onIssue }: PageRequest,
): void {
  const { line, reason } = malformed;
  const issue = { at: line.at, line: lines.lineNumber(), reason };
  if (onIssue !== null) return onIssue(issue);
  throw new MalformedRowError(`malformed row at byte ${line.at}: ${reason}`, issue);
}

function checkOrder(previous: Sequence, newer: PlacedRow | null): void {
  if (newer === null || previous < newer.sequence) return;
  const { at, sequence } = newer;
  const message = `row ${sequence} at byte ${at} does not come after row ${previous}`;
  throw new RowOutOfOrderError(message, { at, previous, sequence });
}
