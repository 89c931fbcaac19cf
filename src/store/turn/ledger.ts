import { LedgerFullError } from "../../model/store-errors.js";
import { MAX_LINEAGE_HISTORY } from "../bounds.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { searchRoom } from "./budget.js";
import { lockTurnRow, writeLedger } from "./turn-row.js";

/** How a message came before the turn: only searching is counted against the searches' budget. */
export type Entrance = "search" | "read";

export interface LedgerStart {
  readonly turnId: string;
  /** The message answered: an input beside the history. */
  readonly answering: string;
  /** The window that the turn came with. */
  readonly loaded: readonly string[];
  readonly held: readonly string[];
}

/**
 * Which messages a turn has seen. An entry is committed before the text of its message leaves, and
 * no more enter than one reply can record, so that whatever a turn saw can be answered from.
 */
export class Ledger {
  readonly turnId: string;
  readonly #scope: Scope;
  readonly #answering: string;
  readonly #held: Set<string>;
  readonly #searched: Set<string>;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(scope: Scope, start: LedgerStart) {
    this.#scope = scope;
    this.turnId = start.turnId;
    this.#answering = start.answering;
    this.#held = new Set(start.held);
    // How a run that ended came by its messages is not known: they count as searched.
    this.#searched = new Set(start.held);
    for (const given of [start.answering, ...start.loaded]) this.#searched.delete(given);
  }

  get held(): ReadonlySet<string> {
    return this.#held;
  }

  /** Messages that a search may still add. */
  get searchRoom(): number {
    return searchRoom(this.#searched.size, historySize(this.#held, this.#answering));
  }

  /** Messages that can still enter at all. */
  get room(): number {
    return MAX_LINEAGE_HISTORY - historySize(this.#held, this.#answering);
  }

  /** How many of `groups`, from the first, can enter whole. */
  fitting(groups: readonly (readonly string[])[]): number {
    const fresh = new Set<string>();
    for (const [index, group] of groups.entries()) {
      for (const id of group) if (!this.#held.has(id)) fresh.add(id);
      if (fresh.size > this.room) return index;
    }
    return groups.length;
  }

  /** One read after another, so that the room that a read counted on is still there when it ends. */
  alone<T>(read: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(read, read);
    this.#tail = run.catch(() => undefined);
    return run;
  }

  /** Errors: `LedgerFullError`, and then none of them entered. */
  async enter(ids: readonly string[], entrance: Entrance): Promise<void> {
    const fresh = ids.filter((id) => !this.#held.has(id));
    if (fresh.length > 0) await this.#record(fresh);
    if (entrance === "search") for (const id of ids) this.#searched.add(id);
  }

  async #record(fresh: readonly string[]): Promise<void> {
    const { turnId } = this;
    const ledger = await writing(this.#scope, async (session) => {
      const { ledger: stored } = await lockTurnRow(session, turnId);
      return appendLedger(session, { turnId, answering: this.#answering, stored, fresh });
    });
    for (const id of ledger) this.#held.add(id);
  }
}

/** Of a locked turn row. Errors: `LedgerFullError`. */
export async function appendLedger(
  session: BoundSession,
  entry: {
    readonly turnId: string;
    readonly answering: string;
    readonly stored: readonly string[];
    readonly fresh: readonly string[];
  },
): Promise<readonly string[]> {
  const { turnId, stored } = entry;
  const ledger = new Set([...stored, ...entry.fresh]);
  if (historySize(ledger, entry.answering) > MAX_LINEAGE_HISTORY) throw ledgerFull(turnId);
  if (ledger.size > stored.length) await writeLedger(session, turnId, [...ledger]);
  return [...ledger];
}

export function ledgerFull(turnId: string): LedgerFullError {
  return new LedgerFullError(`a reply can record ${MAX_LINEAGE_HISTORY} messages, and no more`, {
    turnId,
    limit: MAX_LINEAGE_HISTORY,
  });
}

function historySize(held: ReadonlySet<string>, answering: string): number {
  return held.size - (held.has(answering) ? 1 : 0);
}
