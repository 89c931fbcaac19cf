import { reading, type Scope } from "../scope.js";
import type { StoreStats } from "../store-port.js";

const STATS = `
select
  (select count(*) from backread.connectors where perspective_id = $1) as connectors,
  (select count(*) from backread.conversations
    where perspective_id = $1 and merged_into is null) as conversations,
  m.messages, m.deleted, m."withoutEvidence", d.searchable,
  (select count(*) from backread.turns where perspective_id = $1) as turns,
  (select count(*) from backread.audit where perspective_id = $1) as searches
from (
  select count(*) filter (where state = 'live') as messages,
    count(*) filter (where state <> 'live') as deleted,
    count(*) filter (where state = 'live' and set_id is null) as "withoutEvidence"
  from backread.messages where perspective_id = $1) m, (
  select coalesce(sum(documents), 0)::bigint as searchable
  from backread.corpus_counts where perspective_id = $1) d`;

/** Counts over the whole perspective, for whoever runs the store. */
export async function stats(scope: Scope): Promise<StoreStats> {
  return reading(scope, async (session) => {
    const [row] = await session.query<StoreStats>(STATS, [session.perspectiveId]);
    if (row === undefined) throw new Error("a count has a row");
    return row;
  });
}
