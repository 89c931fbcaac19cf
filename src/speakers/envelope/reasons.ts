/** Why a genuine envelope names nobody as the one who is answered. Closed: hosts may switch on it. */
export type UnresolvedReason =
  /** Two claims about what is answered differ. */
  | "contradictory_edges"
  /** The block holds no object, or names nobody. */
  | "malformed_candidate"
  /** An id, a label or a platform in it is no text, or bears a control character. */
  | "malformed_identity"
  /** The quoted text is longer than `MAX_REPLY_BODY_BYTES`. */
  | "oversized_body"
  /** The quoted text is no text. */
  | "malformed_body"
  /** Well formed; only a stored row can say who it is. */
  | "unresolved_actor";
