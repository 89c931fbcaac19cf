import type { StoreAdmin } from "./admin-port.js";
import type { ConnectorDeclaration, IngestBatch, IngestReport } from "./ingest-port.js";
import type { Namespace } from "../model/conversation-ref.js";
import type { ConversationRef, Perspective, TurnOptions, View, ViewOptions } from "./port.js";
import type {
  DeleteReport,
  LinkStart,
  MaintainReport,
  MergeReport,
  SearchAudit,
  StoreStats,
} from "../model/stored.js";
import type { Audience } from "../speakers/audience.js";
import type { Turn } from "./turn-port.js";

export type {
  DeleteReport,
  FactsReport,
  LinkStart,
  MaintainReport,
  MergeReport,
  StoreStats,
} from "../model/stored.js";

/** The durable transcript of one perspective. */
export interface Store {
  readonly perspective: Perspective;
  /** Declares a connector, or changes its declaration; its `ids` are fixed by the first. */
  declare(connector: ConnectorDeclaration): Promise<void>;
  ingest(batch: IngestBatch): Promise<IngestReport>;
  /** Rows that arrive on `from` are stored under what `to` resolves to. */
  alias(from: ConversationRef, to: ConversationRef): Promise<void>;
  /** Moves the rows of `from` under `into`; `raised` rows had to change their number. */
  merge(from: ConversationRef, into: ConversationRef): Promise<MergeReport>;
  /** Deletes a conversation's rows and begins a new epoch of it. */
  reset(conversation: ConversationRef): Promise<DeleteReport>;
  delete(what: DeleteTarget): Promise<DeleteReport>;
  startLink(accounts: readonly [Account, Account]): Promise<LinkStart>;
  unlink(account: Account): Promise<{ readonly revoked: number }>;
  /**
   * Who reads in a conversation, as the store last recorded it; null where it never was told. For
   * operators: a host asks its platform.
   */
  audienceOf(conversation: ConversationRef): Promise<Audience | null>;
  view(options: ViewOptions): Promise<View>;
  turn(options: TurnOptions): Promise<Turn>;
  /**
   * Folds counters, drops expired codes, tidies the index, and reads facts in rows that were not
   * read yet; at most `limit` pieces of each. What a model gets wrong is reported, not thrown.
   */
  maintain(options?: { readonly limit?: number }): Promise<MaintainReport>;
  stats(): Promise<StoreStats>;
  /** Repairs of what is stored. */
  readonly admin: StoreAdmin;
  audit(options?: {
    readonly limit?: number;
    readonly turnId?: string;
  }): Promise<readonly SearchAudit[]>;
  close(): Promise<void>;
}

export type DeleteTarget =
  | { readonly messageId: string }
  | { readonly actor: Account }
  | { readonly conversation: ConversationRef };

/** One external id of one connector. */
export interface Account {
  readonly namespace: Namespace;
  readonly id: string;
}
