import type { Terminal } from "./io.js";
import { displayWidth } from "./display-width.js";

/** How far a long read has come. */
export interface Step {
  readonly what: string;
  /** Rows so far. */
  readonly rows: number;
  /** Part of the whole, 0 to 1, where the whole is known. */
  readonly part: number | null;
}

export interface Progress {
  step(step: Step): void;
  /** Takes the bar away; to be called before anything else is written. */
  end(): void;
}

/** A read that ends sooner shows no bar. */
const PATIENCE_MS = 300;
const REDRAW_MS = 100;
const BAR_CELLS = 24;
const CLEAR_LINE = "\r\u001b[K";

/** A bar on a terminal that somebody watches; nothing anywhere else. */
export function progressOn(
  terminal: Terminal,
  now: () => number = () => performance.now(),
): Progress {
  if (!terminal.live) return { step: () => undefined, end: () => undefined };
  const started = now();
  let next = started + PATIENCE_MS;
  let drawn = false;
  return {
    step(step) {
      if (now() < next) return;
      next = now() + REDRAW_MS;
      drawn = true;
      terminal.write(CLEAR_LINE + line(step, (now() - started) / 1_000, terminal.columns));
    },
    end() {
      if (drawn) terminal.write(CLEAR_LINE);
      drawn = false;
    },
  };
}

/** As much as there is room for. */
function line({ what, rows, part }: Step, seconds: number, columns: number): string {
  const count = `${rows.toLocaleString("en")} rows`;
  const rate = `${count}, ${perSecond(rows, seconds)}`;
  const left = part === null || part <= 0 ? rate : `${rate}, ${remaining(part, seconds)} left`;
  const named = part === null ? what : `${what} ${bar(part)}`;
  return (
    [`${named} ${left}`, `${what} ${left}`, left, rate].find(
      (text) => displayWidth(text) < columns,
    ) ?? count
  );
}

function perSecond(rows: number, seconds: number): string {
  return `${Math.round(rows / seconds).toLocaleString("en")}/s`;
}

/** By the pace until now. */
function remaining(part: number, seconds: number): string {
  const left = Math.ceil(seconds * (1 / Math.min(part, 1) - 1));
  const [hours, minutes] = [Math.floor(left / 3_600), Math.floor(left / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${left % 60} s` : `${left} s`;
}

function bar(part: number): string {
  const filled = Math.round(Math.min(Math.max(part, 0), 1) * BAR_CELLS);
  const percent = String(Math.floor(Math.min(part, 1) * 100)).padStart(3);
  return `${"█".repeat(filled)}${"░".repeat(BAR_CELLS - filled)} ${percent} %`;
}
