import type { ConnectorDeclaration, IngestBatch, IngestReport } from "./ingest-port.js";
import type { Namespace } from "../speakers/audience.js";
import type { ConversationRef, Perspective, TurnOptions, View, ViewOptions } from "./port.js";
import type { SearchAudit, Turn } from "./turn-port.js";

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
  view(options: ViewOptions): Promise<View>;
  turn(options: TurnOptions): Promise<Turn>;
  /** Folds counters, drops expired codes, tidies the index; at most `limit` pieces of each. */
  maintain(options?: { readonly limit?: number }): Promise<MaintainReport>;
  stats(): Promise<StoreStats>;
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

export interface DeleteReport {
  readonly deleted: number;
  /** Replies that named a deleted row as their direct source. */
  readonly withdrawn: number;
}

export interface MergeReport {
  readonly moved: number;
  readonly raised: number;
}

/** One external id of one connector. */
export interface Account {
  readonly namespace: Namespace;
  readonly id: string;
}

/** Each account sends its own code, in its own direct conversation with the agent. */
export interface LinkStart {
  readonly codes: readonly [string, string];
  readonly expiresAt: string;
}

export interface MaintainReport {
  readonly countersFolded: number;
  readonly codesExpired: number;
  readonly linksExpired: number;
  readonly embedded: number;
}

export interface StoreStats {
  readonly connectors: number;
  readonly conversations: number;
  readonly messages: number;
  readonly deleted: number;
  readonly withoutEvidence: number;
  readonly searchable: number;
  readonly turns: number;
  readonly searches: number;
}
