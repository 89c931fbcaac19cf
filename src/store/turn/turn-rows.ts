import type { FactAnswer, FactOptions, Memory, Neighbours, StoredRow, View } from "../port.js";
import { clipFacts, clipToRoom, queryFacts } from "../facts/query-facts.js";
import { readMemories } from "../memory/read-memories.js";
import { ledgerFull } from "./ledger.js";
import { withQuoted } from "./quoted.js";
import type { BoundTurn } from "./bound-turn.js";

/** See `View.fetch`. Errors: `LedgerFullError`. */
export function fetchInTurn(
  turn: BoundTurn,
  view: View,
  messageId: string,
): Promise<StoredRow | null> {
  return turn.ledger.alone(async () => {
    const row = await view.fetch(messageId);
    if (row === null) return null;
    await enterRows(turn, [row]);
    return row;
  });
}

/** See `View.neighbours`; those that have no room are left out, the farthest first. */
export function neighboursInTurn(
  turn: BoundTurn,
  view: View,
  ...asked: Parameters<View["neighbours"]>
): Promise<Neighbours | null> {
  return turn.ledger.alone(async () => {
    const found = await view.neighbours(...asked);
    if (found === null) return null;
    const kept = new Set(await enterRows(turn, nearestFirst(found)));
    const { before, row, after } = found;
    const isKept = (near: StoredRow): boolean => kept.has(near);
    return { before: before.filter(isKept), row, after: after.filter(isKept) };
  });
}

/** The newest memories whose sources all have room. Errors: `LedgerFullError` where none has. */
export function memoriesInTurn(
  { scope, binding, ledger }: BoundTurn,
  options: { readonly limit?: number } = {},
): Promise<readonly Memory[]> {
  return ledger.alone(async () => {
    const found = await readMemories(scope, binding, options);
    const groups = found.map(({ sources }) => sources);
    const fitting = ledger.fitting(groups);
    if (fitting === 0 && found.length > 0) throw ledgerFull(ledger.turnId);
    await ledger.enter(groups.slice(0, fitting).flat(), "read");
    return found.slice(0, fitting).map(({ memory }) => memory);
  });
}

/**
 * The first facts whose rows all have room, and of these those that the caller has room for; what
 * is cut does not enter. Errors: `LedgerFullError` where none has.
 */
export function factsInTurn(
  { scope, binding, ledger }: BoundTurn,
  options: FactOptions = {},
): Promise<FactAnswer> {
  return ledger.alone(async () => {
    const found = await queryFacts(scope, binding, options);
    const fitting = ledger.fitting(found.sources);
    if (fitting === 0 && found.sources.length > 0) throw ledgerFull(ledger.turnId);
    const { answer, sources } = clipToRoom(clipFacts(found, fitting), options);
    await ledger.enter([...new Set(sources.flat())], "read");
    return answer;
  });
}

/** Enters rows from the first as far as there is room, and gives those. */
async function enterRows(
  { scope, ledger }: BoundTurn,
  rows: readonly StoredRow[],
): Promise<readonly StoredRow[]> {
  const groups = await withQuoted(
    scope,
    rows.map((row) => [row]),
  );
  const fitting = ledger.fitting(groups);
  if (fitting === 0) throw ledgerFull(ledger.turnId);
  await ledger.enter(groups.slice(0, fitting).flat(), "read");
  return rows.slice(0, fitting);
}

function nearestFirst({ before, row, after }: Neighbours): readonly StoredRow[] {
  const earlier = before.toReversed();
  const reach = Math.max(earlier.length, after.length);
  const near = Array.from({ length: reach }, (_, index) => [earlier[index], after[index]]);
  return [row, ...near.flat().filter((found) => found !== undefined)];
}
