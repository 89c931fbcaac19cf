import type { Terminal } from "./io.js";
import { painter } from "./painter.js";

/** The part of a process stream that is used. */
interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

type Env = Readonly<Record<string, string | undefined>>;

const FALLBACK_COLUMNS = 80;
const MIN_COLUMNS = 20;

/** Wraps and colours for a screen; leaves lines whole for a pipe, where others cut and search them. */
export function terminal(stream: Stream, env: Env): Terminal {
  const live = stream.isTTY === true;
  return {
    live,
    columns: columnsOf(stream, env),
    paint: painter(wantsColor(live, env)),
    write: (text) => {
      stream.write(text);
    },
  };
}

function columnsOf(stream: Stream, { COLUMNS }: Env): number {
  const wished = COLUMNS !== undefined && /^\d+$/.test(COLUMNS) ? Number(COLUMNS) : null;
  if (stream.isTTY !== true) return wished === null ? Infinity : Math.max(wished, MIN_COLUMNS);
  const measured = stream.columns;
  // A screen that was never measured says 0.
  return Math.max(measured || wished || FALLBACK_COLUMNS, MIN_COLUMNS);
}

/** FORCE_COLOR before NO_COLOR before what the stream is, as Node itself decides. */
function wantsColor(live: boolean, { FORCE_COLOR, NO_COLOR, TERM }: Env): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  return live && TERM !== "dumb";
}
