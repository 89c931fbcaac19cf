import type { IngestOutcome, RefusalCode } from "../ingest-port.js";
import type { Refusal } from "./checked-event.js";

/** One place for each event of a batch. */
export class Outcomes {
  readonly #outcomes: (IngestOutcome | undefined)[];

  constructor(length: number) {
    this.#outcomes = Array.from({ length });
  }

  set(position: number, outcome: IngestOutcome): void {
    this.#outcomes[position] = outcome;
  }

  refuse(position: number, code: RefusalCode, reason: string): void {
    this.set(position, { status: "refused", code, reason });
  }

  refused(position: number, { code, message }: Refusal): void {
    this.refuse(position, code, message);
  }

  all(): readonly IngestOutcome[] {
    return this.#outcomes.map((outcome) => {
      if (outcome === undefined) throw new Error("an event of the batch was passed over");
      return outcome;
    });
  }
}

/** The reason of every refusal that a tombstone causes. */
export const DELETED_REASON = "the row was deleted";
