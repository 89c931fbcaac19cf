import { BackreadError } from "./error-base.js";

/** The database refused a statement or could not be reached. Holds no text of a row. */
export class DatabaseError extends BackreadError<{ readonly sqlState: string | null }> {
  readonly code = "database_failed";
}

/** The database did not answer in time; the transaction was rolled back. */
export class TimedOutError extends BackreadError<{ readonly milliseconds: number }> {
  readonly code = "timed_out";
}

/** Something that the caller named is not in this perspective. */
export class UnknownConversationError extends BackreadError<{ readonly what: string }> {
  readonly code = "unknown_conversation";
}

/** An actor that no row of this perspective is by. Says not whom. */
export class UnknownActorError extends BackreadError<{ readonly argument: string }> {
  readonly code = "unknown_actor";
}

/** Two actors that cannot be made one as they are now. */
export class InvalidActorMergeError extends BackreadError<{ readonly reason: string }> {
  readonly code = "invalid_actor_merge";
  static of(reason: string): InvalidActorMergeError {
    return new InvalidActorMergeError(`not merged: ${reason}`, { reason });
  }
}

/** A destination that cannot be bound: no readers, an unknown kind, a requester outside it. */
export class InvalidDestinationError extends BackreadError<{ readonly reason: string }> {
  readonly code = "invalid_destination";
}

/** The audience was read before a change of membership that the store knows of. */
export class StaleAudienceError extends BackreadError<{ readonly asOf: string }> {
  readonly code = "stale_audience";
}

/** Somebody may read the reply now who could not when the turn was bound. */
export class DestinationChangedError extends BackreadError<{ readonly turnId: string }> {
  readonly code = "destination_changed";
}

/** Something that the reply is built from may no longer be shown there. Says not what. */
export class EvidenceWithdrawnError extends BackreadError<{ readonly turnId: string }> {
  readonly code = "evidence_withdrawn";
}

/** A turn saw as many messages as one reply may record; what was read besides stays unseen. */
export class LedgerFullError extends BackreadError<{
  readonly turnId: string;
  readonly limit: number;
}> {
  readonly code = "ledger_full";
}

/** An alias that leads in a circle, or through more routes than a bound. */
export class AliasError extends BackreadError<{ readonly reason: string }> {
  readonly code = "invalid_alias";
}

/** What an operator asked for does not fit what is stored; nothing was changed by it. */
export class AdminRefusedError extends BackreadError<{ readonly reason: string }> {
  readonly code = "admin_refused";
  static of(reason: string): AdminRefusedError {
    return new AdminRefusedError(`not done: ${reason}`, { reason });
  }
}

/** Another process has the folder of an embedded store open. */
export class StoreLockedError extends BackreadError<{
  readonly path: string;
  readonly pid: number;
}> {
  readonly code = "store_locked";
}

/** The database's schema is newer than this package, or half migrated. */
export class SchemaMismatchError extends BackreadError<{
  readonly found: number;
  readonly known: number;
}> {
  readonly code = "schema_mismatch";
}

/** An embedder gave no vectors, or none that can be used. Holds no text and no key. */
export class EmbedderError extends BackreadError<{
  /** `refused`: it will not take this text, whenever it is asked. */
  readonly failure: "malformed" | "refused" | "status" | "timeout" | "unreachable";
  /** Of HTTP; null where no answer came or none was needed. */
  readonly status: number | null;
  readonly reason: string;
}> {
  readonly code = "embedder_failed";
  static of(
    failure: EmbedderError["data"]["failure"],
    reason: string,
    status: number | null = null,
  ): EmbedderError {
    return new EmbedderError(`embedder: ${reason}`, { failure, status, reason });
  }
}

/** A language model gave no answer, or none that can be used. Holds no text and no key. */
export class ModelError extends BackreadError<{
  /** `refused`: it will not answer this. `truncated`: the answer broke off before its end. */
  readonly failure: "malformed" | "refused" | "status" | "timeout" | "truncated" | "unreachable";
  /** Of HTTP; null where no answer came or none was needed. */
  readonly status: number | null;
  readonly reason: string;
}> {
  readonly code = "model_failed";
  static of(
    failure: ModelError["data"]["failure"],
    reason: string,
    status: number | null = null,
  ): ModelError {
    return new ModelError(`model: ${reason}`, { failure, status, reason });
  }
}
