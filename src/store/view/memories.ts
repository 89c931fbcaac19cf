import { InvalidArgumentError } from "../../model/errors.js";
import type { Memory } from "../port.js";
import { reading, type Scope } from "../scope.js";
import { allowedSets, type Binding } from "./binding.js";
import { instantSql, shortInstant } from "./instant.js";

/** Memories of one reading, unless the caller says fewer. */
export const MAX_MEMORIES = 500;

interface MemoryRecord {
  readonly memory_id: string;
  readonly content: string;
  readonly created_at: string;
}

const READ = `
select m.memory_id::text as memory_id, m.content, ${instantSql("m.created_at")} as created_at
from backread.memories m
where m.perspective_id = $1 and m.set_id = any($2::int[]) and backread.memory_is_live(m)
order by m.created_at desc, m.memory_id limit $3`;

/** What turns have remembered of rows that all may be read here, newest first. */
export async function readMemories(
  scope: Scope,
  binding: Binding,
  { limit = MAX_MEMORIES }: { readonly limit?: number } = {},
): Promise<readonly Memory[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_MEMORIES)
    throw InvalidArgumentError.of("limit", `must be a whole number from 1 to ${MAX_MEMORIES}`);
  return reading(scope, async (session) => {
    const sets = await allowedSets(session, binding);
    const records = await session.query<MemoryRecord>(READ, [session.perspectiveId, sets, limit]);
    return records.map(({ memory_id, content, created_at }) =>
      Object.freeze({ memoryId: memory_id, text: content, createdAt: shortInstant(created_at) }),
    );
  });
}
