import type { Room } from "./place.js";

/** Which rows to look at: some that quote, or those that quote some. */
export type Quoting =
  | { readonly rowIds: readonly number[] }
  | { readonly sourceIds: readonly string[] };

// matched: the source really says so, on whatever route it came; its audiences then count, which can
// only narrow who is shown the quote. gone: the source was deleted, or was
// edited after the quote and does not say so any more. An edit from before the quote takes nothing
// back: what is quoted may be a later edit, which has not arrived.
const LINK = `
with found as (
  select q.id, t.id as source_row, t.set_id,
    t.state = 'live' and strpos(t.content, q.quoted) > 0 as matched,
    t.state <> 'live' or t.edited_at >= coalesce(q.sent_at, '-infinity')
      and strpos(t.content, q.quoted) = 0 as gone
  from backread.messages q
  join backread.messages t on t.perspective_id = $1
    and t.origin_conversation_id = q.origin_conversation_id and t.source_id = q.quoted_source_id
  where q.perspective_id = $1 and q.origin_conversation_id = $2 and q.quoted_source_id <> ''
    and q.quoted <> '' and q.id <> t.id and `;

const UPDATE = `
)
update backread.messages q set
  quoted = case when f.gone then '' else q.quoted end,
  quoted_label = case when f.gone then '' else q.quoted_label end,
  quoted_row = case when f.matched then f.source_row end,
  quoted_set_id = case when f.matched then f.set_id end
from found f
where q.perspective_id = $1 and q.id = f.id and (f.gone or f.matched or q.quoted_row is not null)`;

/**
 * Ties quoted text to the row that it comes from, whose audiences it then has, or blanks it where
 * that row does not say so any more. The order in which the two arrive makes no difference.
 */
export async function linkQuotes({ session, place }: Room, quoting: Quoting): Promise<void> {
  const [condition, list] =
    "rowIds" in quoting
      ? (["q.id = any($3::bigint[])", quoting.rowIds] as const)
      : (["q.quoted_source_id = any($3::text[])", quoting.sourceIds] as const);
  if (list.length === 0) return;
  await session.query(LINK + condition + UPDATE, [
    session.perspectiveId,
    place.originConversationId,
    list,
  ]);
}
