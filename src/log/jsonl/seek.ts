import type { Sequence } from "../../model/message.js";
import type { StopSignal } from "../../model/signal.js";
import { ForwardLines, type LineRange } from "./forward-lines.js";
import type { GrowingSource } from "./growing-source.js";
import type { LineLimits } from "./line.js";
import type { RowDecoder } from "./row-decoder.js";

/** Bytes fetched first by a probe, which needs one row only. */
const PROBE_BYTES = 4096;

/** A log's file as a search by sequence sees it. */
export interface Seekable {
  readonly source: GrowingSource;
  readonly size: number;
  readonly limits: LineLimits;
  readonly decode: RowDecoder;
}

interface FoundRow {
  readonly sequence: Sequence;
  readonly at: number;
  readonly end: number;
}

/**
 * Offset of the first row that is not older than `before`, or the size when all are: a bisection of
 * byte offsets down to one chunk, which is then read. Lines that are no rows are passed over.
 */
export async function seek(
  file: Seekable,
  before: Sequence,
  signal: StopSignal | undefined,
): Promise<number> {
  const { chunkBytes, maxLineBytes } = file.limits;
  const probe = { chunkBytes: Math.min(chunkBytes, PROBE_BYTES), maxLineBytes };
  let low = 0; // a line starts here, and every row that starts before it is older
  let high = file.size; // no row that starts from here on is older
  let found = file.size; // the first row that starts from `high` on
  while (high - low > chunkBytes) {
    const middle = low + Math.floor((high - low) / 2);
    const row = await firstRow(lines(file, { from: middle, stop: high }, probe), file, signal);
    if (row !== null && row.sequence < before) low = row.end;
    else {
      high = middle;
      if (row !== null) found = row.at;
    }
  }
  const rest = lines(file, { from: low, stop: high }, file.limits);
  for (;;) {
    const row = await firstRow(rest, file, signal);
    if (row === null) return found;
    if (row.sequence >= before) return row.at;
  }
}

function lines(
  { source, size }: Seekable,
  range: Omit<LineRange, "size">,
  limits: LineLimits,
): ForwardLines {
  return new ForwardLines(source, { ...range, size }, limits);
}

async function firstRow(
  lines: ForwardLines,
  { decode }: Seekable,
  signal: StopSignal | undefined,
): Promise<FoundRow | null> {
  for (;;) {
    const line = await lines.next(signal);
    if (line === null) return null;
    const row = decode(line);
    if (row.type !== "message") continue;
    return { sequence: row.message.sequence, at: line.at, end: line.end };
  }
}
