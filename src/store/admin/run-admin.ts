import { BackreadError } from "../../model/error-base.js";
import type { AdminReport, AdminResult } from "../../model/admin.js";
import { AbortedError, ClosedError } from "../../model/errors.js";
import { checkCount } from "../check-count.js";
import type { ConversationRef } from "../port.js";
import type { Scope } from "../scope.js";
import { MAX_ADMIN_RESULTS } from "./bounds.js";
import { targets } from "./conversations.js";
import { countsOf, runStep } from "./run-step.js";
import type { Step, Target, Verdict } from "./step.js";
import { Tally } from "./tally.js";

export interface AdminRun {
  readonly conversation?: ConversationRef | undefined;
  readonly limit?: number | undefined;
  readonly dryRun: boolean;
}

/**
 * Runs a command over one conversation or all. What goes wrong in one stands in the report, and the
 * others are done. Errors: `UnknownConversationError`, `InvalidArgumentError`.
 */
export async function runAdmin<Found extends Verdict>(
  scope: Scope,
  step: Step<Found>,
  { conversation, limit = Number.MAX_SAFE_INTEGER, dryRun }: AdminRun,
): Promise<AdminReport> {
  checkCount("limit", limit);
  const report = new ReportBook(countsOf(step));
  for await (const target of targets(scope, conversation)) {
    const tally = new Tally(countsOf(step));
    const left = limit - report.selected;
    const error = await failureOf(async () => {
      if (!(await runStep({ scope, target, dryRun, limit: left, tally }, step))) report.cut = true;
    });
    report.add(target, tally, error);
    if (report.cut) break;
  }
  return { command: step.command, dryRun, ...report.figures() };
}

/** Null where nothing went wrong. What is no error of one conversation is thrown. */
async function failureOf(work: () => Promise<void>): Promise<AdminResult["error"]> {
  try {
    await work();
    return null;
  } catch (error) {
    const isWhole = error instanceof AbortedError || error instanceof ClosedError;
    if (!(error instanceof BackreadError) || isWhole) throw error;
    return { code: error.code, message: error.message };
  }
}

/** The report of a run, as it grows. */
class ReportBook {
  cut: boolean = false;
  #conversations = 0;
  #errors = 0;
  #leftOut = 0;
  readonly #totals: Tally;
  readonly #results: AdminResult[] = [];

  constructor(names: readonly string[]) {
    this.#totals = new Tally(names);
  }

  get selected(): number {
    return this.#totals.of("selected");
  }

  add({ ref }: Target, tally: Tally, error: AdminResult["error"]): void {
    const counts = tally.counts();
    this.#conversations++;
    this.#totals.addAll(counts);
    if (error !== null) this.#errors++;
    if (error === null && tally.of("eligible") === 0) return;
    if (this.#results.length === MAX_ADMIN_RESULTS) {
      this.#leftOut++;
      return;
    }
    const status = error === null ? "ok" : "error";
    this.#results.push(Object.freeze({ conversation: ref, status, counts, error }));
  }

  figures(): Omit<AdminReport, "command" | "dryRun"> {
    return {
      complete: !this.cut,
      conversations: this.#conversations,
      errors: this.#errors,
      totals: this.#totals.counts(),
      results: this.#results,
      resultsLeftOut: this.#leftOut,
    };
  }
}
