import type { Author, Sequence } from "./message.js";

/** A marker read from one message. */
export interface PinDirective {
  /** The message that carries the marker. */
  readonly sequence: Sequence;
  /** The message that it is about. */
  readonly target: Sequence;
  readonly author: Author;
  readonly action: "pin" | "unpin";
  readonly label: string | null;
  readonly note: string | null;
}

/** A message that rides along with every turn of its conversation. */
export interface Pin {
  /** The pinned message. */
  readonly sequence: Sequence;
  /** The message that pinned it last. */
  readonly pinnedAt: Sequence;
  readonly pinnedBy: Author;
  readonly label: string | null;
  readonly note: string | null;
  /** Null when the fold did not see the pinned message, or it was blank. */
  readonly excerpt: string | null;
}
