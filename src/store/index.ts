// The transcript of one perspective in PostgreSQL or PGlite: rows in, what a reader may see out.
export {
  DEFAULT_FACTS,
  DEFAULT_HITS,
  DEFAULT_MEMORIES,
  EXCLUSION_CEILING,
  FACT_ATTEMPTS,
  LEDGER_SEARCH_LIMIT,
  LINK_CODE_MINUTES,
  LINK_PROOF_DAYS,
  MAINTAIN_LIMIT,
  MAX_ALIAS_HOPS,
  MAX_FACTS,
  MAX_FACT_UNITS,
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
  AdminCommand,
  AdminCounts,
  AdminReport,
  AdminResult,
  BackfillOptions,
  DoctorCheck,
  DoctorReport,
  GuardedOptions,
  MergeOptions,
  NormalizeOptions,
  ReattributeOptions,
  StoreAdmin,
} from "./admin-port.js";
export { MAX_ADMIN_RESULTS } from "./admin/bounds.js";
export { doctor } from "./doctor/doctor.js";
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
export type { JsonSchema, ModelPort, ModelRequest } from "./model-port/model-port.js";
export { openAiModel, type OpenAiModelOptions } from "./model-port/openai-model.js";
export { migrate } from "./migrate.js";
export { openDatabase, type DatabaseOptions } from "./open-database.js";
export {
  openStore,
  type StoreDatabase,
  type StoreModels,
  type StoreOptions,
} from "./open-store.js";
export type {
  AddressedLog,
  ContextOptions,
  ConversationKind,
  ConversationRef,
  Destination,
  Fact,
  FactAnswer,
  FactOptions,
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
  FactsReport,
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
