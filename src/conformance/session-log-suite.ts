import { InvalidArgumentError } from "../model/errors.js";
import type { Message } from "../model/message.js";
import { CASES } from "./cases.js";
import { ConformanceError } from "./conformance-error.js";
import { within } from "./deadline.js";
import type { CaseHost, OpenedLog } from "./fixture.js";
import { CASE_MS } from "./limits.js";

export interface SessionLogSuiteOptions {
  /**
   * Opens a log that holds exactly these rows, which ascend by sequence. Called at least once a case,
   * each time for a log of its own.
   */
  readonly open: (rows: readonly Message[]) => Promise<OpenedLog> | OpenedLog;
  /** Reasons in words, by the names of the cases that do not hold for this adapter. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Milliseconds that one case may take; `CASE_MS` unless given. */
  readonly timeoutMs?: number;
}

export interface SuiteCase {
  readonly name: string;
  /** Why a runner should pass it over; null where it should not. */
  readonly skipped: string | null;
  /**
   * Resolves when the adapter keeps this part of the contract; otherwise rejects with
   * `ConformanceError`. A skipped case runs too, so that a skip without a need can be found.
   */
  readonly run: () => Promise<void>;
}

/**
 * The contract of `SessionLog` as named cases for any test runner; under `node:test`,
 * `for (const { name, skipped, run } of sessionLogSuite({ open })) test(name, { skip: skipped ?? false }, run)`.
 * A read is refused when its promise rejects with an error that has a text as its `code`. Throws
 * `InvalidArgumentError` for a skip without a case or a reason.
 */
export function sessionLogSuite(options: SessionLogSuiteOptions): readonly SuiteCase[] {
  const { open, skip = {}, timeoutMs = CASE_MS } = options;
  checkSkips(skip);
  const cases = [...CASES].map(([name, test]) => {
    const run = (): Promise<void> => runCase({ name, test, timeoutMs }, open);
    const skipped = Object.hasOwn(skip, name) ? (skip[name] ?? null) : null;
    return Object.freeze({ name, skipped, run });
  });
  return Object.freeze(cases);
}

function checkSkips(skip: Readonly<Record<string, string>>): void {
  for (const [name, reason] of Object.entries(skip)) {
    if (!CASES.has(name)) throw InvalidArgumentError.of("skip", `names no case "${name}"`);
    if (typeof reason !== "string" || reason.trim() === "")
      throw InvalidArgumentError.of("skip", `gives no reason for "${name}"`);
  }
}

interface Running {
  readonly name: string;
  readonly test: (host: CaseHost) => Promise<void>;
  readonly timeoutMs: number;
}

async function runCase(
  { name, test, timeoutMs }: Running,
  open: SessionLogSuiteOptions["open"],
): Promise<void> {
  const opened: OpenedLog[] = [];
  let over = false;
  const host: CaseHost = {
    open: async (rows) => {
      const log = await open(rows);
      // Nobody waits for the case any more, nor for what comes of it.
      if (over) await closed(log);
      else opened.push(log);
      return log;
    },
  };
  const problems = await problemsOf(within(test(host), timeoutMs, "the case"));
  over = true;
  for (const log of opened)
    problems.push(...(await problemsOf(within(closed(log), timeoutMs, "close()"))));
  const [first] = problems;
  if (first !== undefined) throw ConformanceError.of(name, first.message, first);
}

async function closed(log: OpenedLog): Promise<void> {
  await log.close?.();
}

async function problemsOf(work: Promise<void>): Promise<Error[]> {
  try {
    await work;
    return [];
  } catch (error) {
    return [error instanceof Error ? error : new Error(String(error))];
  }
}
