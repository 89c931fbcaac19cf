import { BackreadError } from "./error-base.js";
import type { Coverage, Sequence } from "./message.js";

/** An expression that does not compile. `position` is in UTF-16 units of the pattern, where known. */
export class InvalidPatternError extends BackreadError<{
  readonly pattern: string;
  readonly reason: string;
  readonly position: number | null;
}> {
  readonly code = "invalid_pattern";
  static of(pattern: string, reason: string, position: number | null = null): InvalidPatternError {
    const where = position === null ? "" : ` at ${position}`;
    return new InvalidPatternError(`invalid pattern${where}: ${reason}`, {
      pattern,
      reason,
      position,
    });
  }
}

/** An expression was asked for where no engine was given; it is never read as literal text. */
export class RegexUnsupportedError extends BackreadError<{ readonly pattern: string }> {
  readonly code = "regex_unsupported";
  static of(pattern: string): RegexUnsupportedError {
    return new RegexUnsupportedError("no regex engine was given to createRecall", { pattern });
  }
}

/** An expression, or an expression times the text it was run over, costs more than the budget. */
export class RegexBudgetError extends BackreadError<{
  /** Instructions of the compiled program; 0 where it was refused before compiling. */
  readonly programSize: number;
  /** Characters of text scanned so far, the refused row included; 0 before the scan. */
  readonly chars: number;
  /** The budget that was exceeded, in the unit that `budget` names. */
  readonly limit: number;
  readonly budget: "pattern_chars" | "repetition" | "program" | "work";
}> {
  readonly code = "regex_budget";
}

/** A regex engine could not be loaded, or what ran of it broke; a matcher's next find starts anew. */
export class RegexEngineError extends BackreadError<{
  readonly engine: string;
  readonly reason: string;
}> {
  readonly code = "regex_engine";
  static of(engine: string, reason: string, cause?: unknown): RegexEngineError {
    return new RegexEngineError(`${engine}: ${reason}`, { engine, reason }, { cause });
  }
}

/** The caller's signal fired. `coverage` says what had been read by then. */
export class AbortedError extends BackreadError<{ readonly coverage: Coverage }> {
  readonly code = "aborted";
  static of(coverage: Coverage, cause?: unknown): AbortedError {
    return new AbortedError(`stopped after ${coverage.scanned} rows`, { coverage }, { cause });
  }
}

/** A candidate's field is longer than a snapshot can order by. */
export class CandidateTooLargeError extends BackreadError<{
  readonly index: number;
  readonly field: "label" | "id" | "detail";
  readonly bytes: number;
  readonly limit: number;
}> {
  readonly code = "candidate_too_large";
}

/** More candidates than a snapshot can order by. */
export class TooManyCandidatesError extends BackreadError<{
  readonly count: number;
  readonly limit: number;
}> {
  readonly code = "too_many_candidates";
}

/** A stored line is not a message. `at` is a byte offset; `line` counts from 1 where known. */
export class MalformedRowError extends BackreadError<{
  readonly at: number;
  readonly line: number | null;
  readonly reason: string;
}> {
  readonly code = "malformed_row";
}

/** Stored rows do not ascend by sequence. */
export class RowOutOfOrderError extends BackreadError<{
  readonly at: number;
  readonly previous: Sequence;
  readonly sequence: Sequence;
}> {
  readonly code = "row_out_of_order";
}

const CHANGES = { shrank: "shrank", replaced: "was replaced" } as const;

/** A log's file is no longer the one that was being read; what was read of it may be stale. */
export class SourceChangedError extends BackreadError<{
  readonly change: "shrank" | "replaced";
}> {
  readonly code = "source_changed";
  static of(change: "shrank" | "replaced"): SourceChangedError {
    return new SourceChangedError(`the log's file ${CHANGES[change]} while it was open`, {
      change,
    });
  }
}

/** The compiled core could not be loaded or did not fit its module. */
export class CoreUnavailableError extends BackreadError<{ readonly reason: string }> {
  readonly code = "core_unavailable";
}

/** No worker can be started here: the runtime has none, or the page forbids it. */
export class WorkerUnavailableError extends BackreadError<{ readonly reason: string }> {
  readonly code = "worker_unavailable";
  static of(reason: string, cause?: unknown): WorkerUnavailableError {
    return new WorkerUnavailableError(`no worker: ${reason}`, { reason }, { cause });
  }
}

/** A worker ended without being asked to. Calls reject with this until it is started again. */
export class WorkerCrashedError extends BackreadError<{ readonly reason: string }> {
  readonly code = "worker_crashed";
  static of(reason: string, cause?: unknown): WorkerCrashedError {
    return new WorkerCrashedError(`the worker crashed: ${reason}`, { reason }, { cause });
  }
}

/** Something was used after it was closed. */
export class ClosedError extends BackreadError<{ readonly what: string }> {
  readonly code = "closed";
  static of(what: string): ClosedError {
    return new ClosedError(`${what} is closed`, { what });
  }
}

/** A caller's argument has no meaning here. */
export class InvalidArgumentError extends BackreadError<{
  readonly argument: string;
  readonly reason: string;
}> {
  readonly code = "invalid_argument";
  static of(argument: string, reason: string): InvalidArgumentError {
    return new InvalidArgumentError(`${argument} ${reason}`, { argument, reason });
  }
}
