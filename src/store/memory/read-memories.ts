import { DEFAULT_MEMORIES, MAX_MEMORIES } from "../bounds.js";
import { checkCount } from "../check-count.js";
import type { Memory } from "../port.js";
import { reading, type Scope } from "../scope.js";
import { allowedSets, type Binding } from "../view/binding.js";
import { instantSql, shortInstant } from "../view/instant.js";

/** A memory with the message ids that it was formed from. */
export interface SourcedMemory {
  readonly memory: Memory;
  readonly sources: readonly string[];
}

// A memory whose source is gone, or may be told less widely than it was, is not told either: a
// reply that was built from it would be refused.
const READ = `
select m.memory_id::text as memory_id, m.content, s.messages,
  ${instantSql("m.created_at")} as created_at
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

interface MemoryRecord {
  readonly memory_id: string;
  readonly content: string;
  readonly created_at: string;
  readonly messages: readonly string[];
}

/** What turns have remembered of messages that all may be told here, newest first. */
export async function readMemories(
  scope: Scope,
  binding: Binding,
  { limit = DEFAULT_MEMORIES }: { readonly limit?: number } = {},
): Promise<readonly SourcedMemory[]> {
  checkCount("limit", limit, { most: MAX_MEMORIES });
  return reading(scope, async (session) => {
    const sets = await allowedSets(session, binding);
    const records = await session.query<MemoryRecord>(READ, [session.perspectiveId, sets, limit]);
    return records.map((record) => ({
      memory: Object.freeze({
        memoryId: record.memory_id,
        text: record.content,
        createdAt: shortInstant(record.created_at),
      }),
      sources: record.messages,
    }));
  });
}
