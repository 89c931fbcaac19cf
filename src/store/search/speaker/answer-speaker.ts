import type { SpeakerReport, StoreHit } from "../../../model/stored.js";
import { DEFAULT_HITS } from "../../bounds.js";
import type { BoundSession } from "../../scope.js";
import type { Binding } from "../../view/binding.js";
import type { RowFilter } from "../../view/filters.js";
import { countSpeakers } from "./count-speakers.js";
import { newestStatements, rowsQuoting, type Matching } from "./quotes.js";
import type { SpeakerFilter } from "./speaker-sql.js";
import { statementHits } from "./statements.js";

export interface StrictSearch {
  readonly sets: readonly number[];
  /** Everything but the speaker. */
  readonly filter: RowFilter;
  readonly excluded: readonly number[];
  readonly matching: Matching;
  /** Matches of anybody that no index gives. */
  readonly found: readonly number[];
  /** The speaker's own matches, best first. */
  readonly hits: readonly StoreHit[];
  readonly limit: number | undefined;
}

export interface StrictAnswer {
  readonly hits: readonly StoreHit[];
  readonly sources: ReadonlyMap<string, string>;
  readonly report: SpeakerReport;
}

/**
 * The answer of a strict filter: his own matches, then those that others quote of him; where there
 * are none, his newest statements, said to be just that.
 */
export async function answerStrictly(
  session: BoundSession,
  binding: Binding,
  speaker: SpeakerFilter,
  search: StrictSearch,
): Promise<StrictAnswer> {
  const { sets, matching, limit = DEFAULT_HITS } = search;
  const counts = await countSpeakers(session, speaker, { ...search, ...matching });
  const own = search.hits.map((hit) => Object.freeze({ ...hit, quoted: null }));
  const quoting = await rowsQuoting(session, speaker, { ...search, limit });
  const quotes = await statementHits(session, binding, sets, quoting);
  const shown = new Set(own.map(({ messageId }) => messageId));
  const others = quotes.hits.filter(({ messageId }) => !shown.has(messageId));
  const hits = [...own, ...others].slice(0, limit);
  const report = { unresolved: false, filtered: true, recalled: false, counts };
  if (hits.length > 0) return { hits, sources: besides(quotes.sources, shown), report };
  const newest = await newestStatements(session, speaker, { ...search, limit });
  const recalled = await statementHits(session, binding, sets, newest);
  const shownNewest = recalled.hits.map((hit) => Object.freeze({ ...hit, lanes: [] }));
  return {
    hits: shownNewest,
    sources: recalled.sources,
    report: { ...report, recalled: recalled.hits.length > 0 },
  };
}

function besides(
  sources: ReadonlyMap<string, string>,
  shown: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return new Map([...sources].filter(([messageId]) => !shown.has(messageId)));
}
