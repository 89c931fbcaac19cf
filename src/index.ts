/** Search, pins and turn context over a shared transcript, plus the nouns they speak in. */
export type {
  Author,
  Conversation,
  Coverage,
  Message,
  SessionMessage,
  StoppedBy,
} from "./model/message.js";
export type { Sequence } from "./model/message.js";
export type { Candidate, Hit, MatchField, MatchKind, OffsetUnit, Range } from "./model/match.js";
export type { SearchPattern, TextMatch } from "./model/match.js";
export type {
  MessageHit,
  SearchQuery,
  SearchResult,
  ThreadHit,
  ThreadLine,
} from "./model/search.js";
export type {
  InitialSession,
  InitialSessionWithContext,
  Pinboard,
  Projection,
  ThreadIndex,
  ThreadSearchResult,
} from "./model/answers.js";
export type { Pin, PinDirective } from "./model/pin.js";
export type { ContextNote, SessionQuery, Teammate } from "./model/context.js";
export type { Desk, Desks, Roster } from "./model/roster.js";
export type { StopSignal } from "./model/signal.js";
export * as bounds from "./model/bounds.js";

export { BackreadError, type ErrorJson } from "./model/error-base.js";
export {
  AbortedError,
  CandidateTooLargeError,
  ClosedError,
  CoreUnavailableError,
  InvalidArgumentError,
  InvalidPatternError,
  MalformedRowError,
  RegexBudgetError,
  RegexEngineError,
  RegexUnsupportedError,
  RowOutOfOrderError,
  SourceChangedError,
  TooManyCandidatesError,
  WorkerCrashedError,
  WorkerUnavailableError,
} from "./model/errors.js";
export { RemoteLogError, StorageError } from "./model/adapter-errors.js";
export {
  CursorAfterOldestError,
  CursorDidNotAdvanceError,
  DuplicateSequenceError,
  EmptyPageCursorError,
  MalformedPageError,
  PageNotDescendingError,
  PageOutOfRangeError,
  PageTooLargeError,
  ReadError,
} from "./model/page-errors.js";
export { reviveError } from "./model/revive-error.js";

export type { CandidateSnapshot, Core, RowMatch, RowSnapshot } from "./core/core.js";
export type { RemoteCandidates } from "./core/remote-candidates.js";
export { createCore, type CoreOptions } from "./core/create-core.js";
export type { CoreModuleSource, ResponseSource, UrlSource } from "./core/module-source.js";
export type { WasmModule } from "./core/wasm/exports.js";

export type { Page, SessionLog } from "./log/port.js";
export { ArrayLog, arrayLog } from "./log/array.js";
export {
  equivalentTo,
  inConversation,
  inDesk,
  inThread,
  sameConversation,
} from "./log/conversation.js";
export { validatePage, type PageRequest } from "./log/validate-page.js";
export { walk, type WalkOptions, type WalkProgress } from "./log/walk.js";

export type { Matcher, RegexEngine } from "./regex/port.js";

export { BrevityPolicy, SessionContext, TeamBriefing } from "./recall/context.js";
export type { SummaryCheck, SummaryClaim } from "./recall/check-summary.js";
export { createRecall } from "./recall/create-recall.js";
export {
  frameRecalled,
  type DroppedBlock,
  type FramedRecall,
  type FrameOptions,
  type RecalledBlock,
  type RecalledLine,
} from "./recall/frame-recalled.js";
export type { SessionStart } from "./recall/initialize-session.js";
export { parsePattern, regexSource } from "./recall/pattern.js";
export { pinNote, type PinboardOptions } from "./recall/pins.js";
export { recalledContext, recalledHits } from "./recall/recalled-blocks.js";
export type {
  LogFunctions,
  LogRecall,
  Recall,
  RecallOptions,
  ThreadSearch,
} from "./recall/recall.js";
export type { ReadOptions, SearchOptions } from "./recall/search-messages.js";
export type {
  SearchSession,
  SearchSessionOptions,
  SessionExtendOptions,
  SessionExtension,
  SessionQueryOptions,
  SessionRefresh,
} from "./recall/search-session.js";
export { foldThreadIndex, type LimitOptions } from "./recall/threads.js";
