/** What passes between the page and the worker that holds the store for it. */
import type {
  ConversationKind,
  ConversationRef,
  ExclusionRule,
  StoreAnswer,
} from "../../../dist/store/index.js";
import type { ChosenFile } from "../import-protocol.js";

/** Who reads in a room, by the names that people have in it. */
export type Readers =
  | { readonly kind: "public" }
  | { readonly kind: "workspace" }
  | { readonly kind: "members"; readonly names: readonly string[]; readonly guests: boolean };

/** A room that an answer can be given in. */
export interface ReadRoom {
  /** `TYPE/NAME/KIND/ID`, as the command line names it. */
  readonly key: string;
  readonly ref: ConversationRef;
  readonly kind: ConversationKind;
  readonly name: string;
  readonly readers: Readers;
}

export interface Workspace {
  readonly name: string;
  readonly rooms: readonly ReadRoom[];
  /** Rooms nobody can read in, for the export does not say who does. */
  readonly unread: number;
  readonly stored: number;
  readonly withoutEvidence: number;
  readonly refused: number;
  readonly issues: number;
}

/** What the store's audit says of one search, for whoever runs the place. */
export type HeldBack = Readonly<Record<ExclusionRule, number>>;

export interface Answered {
  readonly answer: StoreAnswer;
  readonly heldBack: HeldBack | null;
}

/** Who may read the rows of an export that does not say. */
export type Otherwise = "unknown" | "workspace";

export interface ImportOptions {
  readonly otherwise: Otherwise;
  /** Ids of the agent itself, which reads along nowhere. */
  readonly agentIds: readonly string[];
}

export type Stage = "loading" | "schema" | "importing";
export type Tell = (stage: Stage, rows: number) => void;

export interface RightsService {
  openSample(tell: Tell): Promise<Workspace>;
  open(files: readonly ChosenFile[], options: ImportOptions, tell: Tell): Promise<Workspace>;
  /** Ends the import that runs; it rejects. */
  stop(): void;
  ask(room: ConversationRef, question: string): Promise<Answered>;
}
