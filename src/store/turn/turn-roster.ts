import type { RosterSnapshot } from "../../speakers/roster/roster.js";
import type { RosterOptions } from "../port.js";
import { clipRoster, readRoster } from "../roster/read-roster.js";
import type { BoundTurn } from "./bound-turn.js";
import { ledgerFull } from "./ledger.js";

/**
 * See `View.roster`: every name and handle is text of a message, which enters; people whose messages
 * have no room are left out, who spoke longest ago first. Errors: `LedgerFullError` where none has.
 */
export function rosterInTurn(
  { scope, binding, ledger }: BoundTurn,
  options: RosterOptions = {},
): Promise<RosterSnapshot> {
  return ledger.alone(async () => {
    const found = await readRoster(scope, binding, options);
    const fitting = ledger.fitting(found.sources);
    if (fitting === 0 && found.sources.length > 0) throw ledgerFull(ledger.turnId);
    const { snapshot, sources } = clipRoster(found, fitting);
    await ledger.enter(sources.flat(), "read");
    return snapshot;
  });
}
