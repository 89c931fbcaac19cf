import type { CardEntry } from "../../speakers/card/card.js";
import { byKind, readRequesterCard } from "../cards/read-card.js";
import type { BoundTurn } from "./bound-turn.js";
import { ledgerFull } from "./ledger.js";

/**
 * See `View.card`: the messages that an entry stands on enter with it; entries whose messages have no
 * room are left out, the least certain first. Errors: `LedgerFullError` where none has.
 */
export function cardInTurn({ scope, binding, ledger }: BoundTurn): Promise<readonly CardEntry[]> {
  return ledger.alone(async () => {
    const { entries, sources } = await readRequesterCard(scope, binding);
    const fitting = ledger.fitting(sources);
    if (fitting === 0 && sources.length > 0) throw ledgerFull(ledger.turnId);
    await ledger.enter([...new Set(sources.slice(0, fitting).flat())], "read");
    return byKind(entries.slice(0, fitting));
  });
}
