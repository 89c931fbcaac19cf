// The transcript of one perspective in PostgreSQL or PGlite: rows in, what a reader may see out.
export {
  DEFAULT_HITS,
  DEFAULT_MEMORIES,
  EXCLUSION_CEILING,
  LEDGER_SEARCH_LIMIT,
  LINK_CODE_MINUTES,
  LINK_PROOF_DAYS,
  MAINTAIN_LIMIT,
  MAX_ALIAS_HOPS,
  MAX_HITS,
  MAX_ID_BYTES,
  MAX_INDEXED_BYTES,
  MAX_LINEAGE_HISTORY,
  MAX_LINEAGE_INPUTS,
  MAX_LINEAGE_NODES,
  MAX_MEMORIES,
  MAX_NEIGHBOURS,
  SEARCH_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from "./bounds.js";
export type {
  Database,
  Row,
  Session as DatabaseSession,
  SqlValue,
  TransactionOptions,
} from "./database.js";
export type {
  ChannelOf,
  ConnectorDeclaration,
  DeleteEvent,
  EditEvent,
  EnvelopedMessageEvent,
  IdScope,
  IndexStatus,
  IngestBatch,
  IngestEvent,
  IngestOutcome,
  IngestReport,
  JoinEvent,
  LeaveEvent,
  MessageEvent,
  RefusalCode,
  RestrictEvent,
} from "./ingest-port.js";
export type { Embedder } from "./embedder/embedder.js";
export { hashedEmbedder } from "./embedder/hashed.js";
export { openAiEmbedder } from "./embedder/openai.js";
export { migrate } from "./migrate.js";
export { openDatabase, type DatabaseOptions } from "./open-database.js";
export { openStore, type StoreDatabase, type StoreOptions } from "./open-store.js";
export type {
  AddressedLog,
  ContextOptions,
  ConversationKind,
  ConversationRef,
  Destination,
  FoldOptions,
  Lane,
  Memory,
  Neighbours,
  Perspective,
  Requester,
  RosterOptions,
  RowAddress,
  ScoreParts,
  SearchFilters,
  StoreAnswer,
  StoredRow,
  StoreHit,
  StoreSearchOptions,
  TurnOptions,
  View,
  ViewLog,
  ViewOptions,
} from "./port.js";
export { ROSTER_SIZE } from "./roster/options.js";
export type {
  Account,
  DeleteReport,
  DeleteTarget,
  LinkStart,
  MaintainReport,
  MergeReport,
  Store,
  StoreStats,
} from "./store-port.js";
export type {
  AudienceNow,
  Delivered,
  ExclusionRule,
  Reply,
  SearchAudit,
  Turn,
  TurnTrace,
} from "./turn-port.js";
