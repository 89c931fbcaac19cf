import type { AssembledContext, AssembleOptions, PayloadMessage } from "./assembly/context-port.js";
import type { StoreAdmin } from "./admin-port.js";
import type { ConnectorDeclaration, IngestBatch, IngestReport } from "./ingest-port.js";
import type { Namespace } from "../model/conversation-ref.js";
import type { ConversationRef, Perspective, TurnOptions, View, ViewOptions } from "./port.js";
import type {
  ActorAudit,
  ActorChange,
  ActorPage,
  DeleteReport,
  LinkStart,
  MaintainReport,
  MergeReport,
  SearchAudit,
  StoreStats,
} from "../model/stored.js";
import type { CardStatus, RebuildReport } from "../model/card-reports.js";
import type { CardStatusOptions, RebuildOptions } from "./cards/options.js";
import type { Audience } from "../speakers/audience.js";
import type { ActorMerge, ActorQuery, ActorSplit } from "./actors/options.js";
import type { Turn } from "./turn-port.js";

export type { ActorMerge, ActorOperation, ActorQuery, ActorSplit } from "./actors/options.js";
export type {
  CardName,
  CardOutcome,
  CardsReport,
  CardStatus,
  RebuildReport,
  RebuiltCard,
} from "../model/card-reports.js";
export type { CardStatusOptions, RebuildOptions } from "./cards/options.js";
export type {
  ActorAudit,
  ActorChange,
  ActorLabel,
  ActorPage,
  ActorProfile,
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
  /**
   * Declares a connector, or changes what is given of its declaration; its `ids` are fixed by the
   * first.
   */
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
  /** Accounts that have spoken, by their rows, whoever may read those: for operators. */
  actors(query?: ActorQuery): Promise<ActorPage>;
  /**
   * Makes two accounts one person, in who said what: rosters, speakers, facts. Rows keep their actor,
   * and nobody may read more for it; that is what `startLink` is for, which takes a proof.
   */
  mergeActors(merge: ActorMerge): Promise<ActorChange>;
  /** Undoes the merge of one account, and no other. */
  splitActor(split: ActorSplit): Promise<ActorChange>;
  /** Merges and splits, newest first. */
  actorAudit(options?: { readonly limit?: number }): Promise<readonly ActorAudit[]>;
  /**
   * Who reads in a conversation, as the store last recorded it; null where it never was told. For
   * operators: a host asks its platform.
   */
  audienceOf(conversation: ConversationRef): Promise<Audience | null>;
  view(options: ViewOptions): Promise<View>;
  turn(options: TurnOptions): Promise<Turn>;
  /**
   * What a turn of this store brings along with its payload, by the gates of the configuration: who is
   * there, what was said in other channels, threads and pins; and what the requester said there, as
   * turns among the messages. All of it is in the turn's ledger. With every gate off it is the text of
   * `turn.context` and the payload as it was. Errors: `InvalidArgumentError`.
   */
  assembleContext<Given extends PayloadMessage>(
    turn: Turn,
    options: AssembleOptions<Given>,
  ): Promise<AssembledContext<Given>>;
  /**
   * Folds counters, drops expired codes, tidies the index, reads facts in rows that were not read
   * yet, then builds cards that are due; at most `limit` pieces of each, and `CARD_RUN` cards. What a
   * model gets wrong is reported, not thrown.
   */
  maintain(options?: { readonly limit?: number }): Promise<MaintainReport>;
  /**
   * Builds cards now, and names each. Errors: `InvalidArgumentError` (without models too),
   * `UnknownConversationError`.
   */
  rebuildCards(options?: RebuildOptions): Promise<RebuildReport>;
  /** What became of each card. For operators: it names actors. */
  cardStatus(options?: CardStatusOptions): Promise<readonly CardStatus[]>;
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
