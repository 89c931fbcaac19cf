import type { Painter } from "./painter.js";

/** Where text goes. */
export interface Terminal {
  /** Whether somebody watches it. */
  readonly live: boolean;
  /** Display columns; `Infinity` where lines are not to be wrapped. */
  readonly columns: number;
  readonly paint: Painter;
  write(text: string): void;
}

/** All that a command knows of its process. */
export interface Io {
  readonly out: Terminal;
  readonly err: Terminal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Fires when the user interrupts. */
  readonly signal: AbortSignal;
}

/** What the process exits with. */
export const EXIT = { found: 0, empty: 1, bad: 2, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
