import type { Memory } from "../port.js";
import type { BoundSession } from "../scope.js";

/** A memory with the message ids that it was formed from. */
export interface SourcedMemory {
  readonly memory: Memory;
  readonly sources: readonly string[];
}

// A memory whose source is gone, or may be told less widely than it was, is not told either: a
// reply that was built from it would be refused.
const READ = `
select m.memory_id::text as memory_id, m.content, s.messages, m.created_at
from backread.memories m
cross join lateral (
  select array_agg(r.id) as rows, array_agg(r.message_id::text order by r.id) as messages,
    bool_and(r.id is not null and backread.row_is_live(r) and r.set_id = any($2::int[])) as sound
  from backread.memory_sources k left join backread.messages r
    on r.perspective_id = k.perspective_id and r.id = k.source_row
  where k.perspective_id = $1 and k.memory_row = m.id) s
where m.perspective_id = $1 and m.set_id = any($2::int[]) and backread.memory_is_live(m)
  and s.sound and cardinality(s.rows) = (
    select count(*) from backread.lineage_allows($1, s.rows, $2::int[]))
order by m.created_at desc, m.memory_id limit $3`;

/** The newest memories that may be told where these sets are allowed. */
export async function readMemories(
  session: BoundSession,
  sets: readonly number[],
  limit: number,
): Promise<readonly SourcedMemory[]> {
  const rows = await session.query<{
    readonly memory_id: string;
    readonly content: string;
    readonly created_at: string;
    readonly messages: readonly string[];
  }>(READ, [session.perspectiveId, sets, limit]);
  return rows.map((row) => ({
    memory: Object.freeze({
      memoryId: row.memory_id,
      text: row.content,
      createdAt: row.created_at,
    }),
    sources: row.messages,
  }));
}
