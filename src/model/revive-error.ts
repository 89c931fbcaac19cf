import * as adapters from "./adapter-errors.js";
import type { BackreadError, ErrorJson } from "./error-base.js";
import * as errors from "./errors.js";
import * as imports from "./import-errors.js";
import * as pages from "./page-errors.js";
import * as stores from "./store-errors.js";

type Revivable = new (
  message: string,
  data: never,
  options?: { readonly cause?: unknown },
) => BackreadError;

const BY_CODE: Readonly<Record<string, Revivable>> = {
  aborted: errors.AbortedError,
  admin_refused: stores.AdminRefusedError,
  candidate_too_large: errors.CandidateTooLargeError,
  closed: errors.ClosedError,
  core_unavailable: errors.CoreUnavailableError,
  cursor_after_oldest: pages.CursorAfterOldestError,
  cursor_did_not_advance: pages.CursorDidNotAdvanceError,
  database_failed: stores.DatabaseError,
  destination_changed: stores.DestinationChangedError,
  duplicate_sequence: pages.DuplicateSequenceError,
  embedder_failed: stores.EmbedderError,
  empty_page_cursor: pages.EmptyPageCursorError,
  evidence_withdrawn: stores.EvidenceWithdrawnError,
  invalid_actor_merge: stores.InvalidActorMergeError,
  invalid_alias: stores.AliasError,
  invalid_argument: errors.InvalidArgumentError,
  invalid_destination: stores.InvalidDestinationError,
  invalid_pattern: errors.InvalidPatternError,
  ledger_full: stores.LedgerFullError,
  malformed_page: pages.MalformedPageError,
  malformed_row: errors.MalformedRowError,
  model_failed: stores.ModelError,
  page_not_descending: pages.PageNotDescendingError,
  page_out_of_range: pages.PageOutOfRangeError,
  page_too_large: pages.PageTooLargeError,
  read_failed: pages.ReadError,
  regex_budget: errors.RegexBudgetError,
  regex_engine: errors.RegexEngineError,
  regex_unsupported: errors.RegexUnsupportedError,
  remote_log_failed: adapters.RemoteLogError,
  row_out_of_order: errors.RowOutOfOrderError,
  schema_mismatch: stores.SchemaMismatchError,
  source_changed: errors.SourceChangedError,
  stale_audience: stores.StaleAudienceError,
  storage_failed: adapters.StorageError,
  store_locked: stores.StoreLockedError,
  timed_out: stores.TimedOutError,
  too_many_candidates: errors.TooManyCandidatesError,
  unknown_actor: stores.UnknownActorError,
  unknown_conversation: stores.UnknownConversationError,
  unknown_format: imports.UnknownFormatError,
  unreadable_export: imports.UnreadableExportError,
  worker_crashed: errors.WorkerCrashedError,
  worker_unavailable: errors.WorkerUnavailableError,
};

/** The stable codes, for a test that every class is listed here. */
export const ERROR_CODES: readonly string[] = Object.keys(BY_CODE);

/** Turns the plain form back into an error of its class; null when the code is not one of ours. */
export function reviveError(json: ErrorJson): BackreadError | null {
  const known = Object.hasOwn(BY_CODE, json.code) ? BY_CODE[json.code] : undefined;
  if (known === undefined) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own toJSON wrote it for this class
  return new known(json.message, json.data as never, { cause: json.cause });
}
