/** Position of a row in one log: a safe integer >= 0, strictly ordered, not necessarily consecutive. */
export type Sequence = number;

/** Who wrote a row. `system` is addressed by its kind, everyone else by id; labels are for display only. */
export type Author =
  | { readonly type: "operator" }
  | { readonly type: "person" | "agent"; readonly id: string; readonly label: string }
  | { readonly type: "system"; readonly kind: string; readonly label: string };

/** One row of a transcript. */
export interface Message {
  readonly sequence: Sequence;
  /** The desk (channel, room) that the row was written to; null is the general desk. */
  readonly chatId: string | null;
  /** The root of the thread that the row answers; null for a row of the desk itself. */
  readonly parent: Sequence | null;
  readonly author: Author;
  /** As written: never trimmed, folded or repaired. */
  readonly content: string;
  /** The source's own time text. */
  readonly at?: string;
  /** The source's own id, as text, so that ids above 2^53 survive. */
  readonly sourceId?: string;
}

/** A desk, or one thread of it. */
export interface Conversation {
  readonly deskId: string;
  readonly deskName: string;
  readonly threadRoot: Sequence | null;
}

/** A row as a turn sees it. */
export interface SessionMessage {
  readonly sequence: Sequence;
  readonly author: Author;
  readonly content: string;
}

/**
 * Why a walk ended: the log ran out (`end`), the named bound was reached (`bound`), the window asked
 * for was met (`filled`), or the caller's signal fired (`aborted`).
 */
export type StoppedBy = "end" | "bound" | "filled" | "aborted";

/** What a walk read, so that an empty answer can say why it is empty. */
export interface Coverage {
  /** Raw rows read, of every desk. */
  readonly scanned: number;
  /** The oldest row read; null when none was. */
  readonly oldest: Sequence | null;
  /** True when the log was read to its oldest row. */
  readonly complete: boolean;
  /** Where a later call goes on from (exclusive); null at the end of the log. */
  readonly nextBefore: Sequence | null;
  readonly stoppedBy: StoppedBy;
}
