import type { StoreHit } from "../../../model/stored.js";
import type { BoundSession } from "../../scope.js";
import type { Binding } from "../../view/binding.js";
import { hydrate } from "../../view/hydrate.js";
import type { Statement } from "./quotes.js";

export interface StatementHits {
  readonly hits: readonly StoreHit[];
  /** By message id, the message that a hit is there for quoting. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Statements as hits that show the speaker's words alone: of a row of his no quote, of a row that
 * quotes him only the quote, under his name. What was quoted has to be readable itself.
 */
export async function statementHits(
  session: BoundSession,
  binding: Binding,
  sets: readonly number[],
  statements: readonly Statement[],
): Promise<StatementHits> {
  const ids = statements.flatMap(({ id, source }) => (source === null ? [id] : [id, source]));
  const rows = await hydrate(session, binding, sets, [...new Set(ids)]);
  const sources = new Map<string, string>();
  const hits = statements.flatMap(({ id, source }): StoreHit[] => {
    const row = rows.get(id);
    const quoted = source === null ? null : rows.get(source);
    if (row === undefined || quoted === undefined) return [];
    const rest = { lanes: ["words"] as const, score: 0, parts: {}, before: [], after: [] };
    if (quoted === null) return [Object.freeze({ ...row, quoted: null, ...rest })];
    if (row.quoted === null) return [];
    sources.set(row.messageId, quoted.messageId);
    return [Object.freeze({ ...row, author: quoted.author, content: "", ...rest })];
  });
  return { hits, sources };
}
