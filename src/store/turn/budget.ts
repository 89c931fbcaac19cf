import { LEDGER_SEARCH_LIMIT, MAX_LINEAGE_HISTORY } from "../bounds.js";

/** What a search may ask for: hits, and neighbours on either side of each. */
export interface SearchRequest {
  readonly limit: number;
  readonly neighbours: number;
}

/**
 * The largest request of which every message is sure to fit, at most what was asked; null when no
 * message fits. Hits go before neighbours only where both cannot be had.
 */
export function fitRequest(asked: SearchRequest, room: number): SearchRequest | null {
  if (room < 1) return null;
  let { neighbours } = asked;
  while (1 + 2 * neighbours > room) neighbours--;
  const limit = Math.min(asked.limit, Math.floor(room / (1 + 2 * neighbours)));
  return { limit, neighbours };
}

/** Messages that a search may add, when so many came by searching and so many are held at all. */
export function searchRoom(searched: number, history: number): number {
  return Math.max(0, Math.min(LEDGER_SEARCH_LIMIT - searched, MAX_LINEAGE_HISTORY - history));
}
