import { MAX_INDEXED_BYTES } from "../bounds.js";
import { deleteEmbeddings, indexRows, renewEmbeddings, unindexRows } from "../index-rows.js";
import { saveStatuses, worse } from "../ingest/index-status.js";
import type { IndexStatus } from "../ingest-port.js";
import type { BoundSession } from "../scope.js";
import { indexedText } from "../text.js";
import { REINDEX_BATCH } from "./bounds.js";
import { WINDOW } from "./direct-sql.js";
import type { Step, Verdict } from "./step.js";

interface Found extends Verdict {
  readonly set_id: number | null;
  readonly content: string;
  readonly index_status: IndexStatus;
}

interface IndexedRow extends Omit<Found, "verdict"> {
  /** Live, and somebody may read it. */
  readonly readable: boolean;
  /** Null where there is no document. */
  readonly literal: string | null;
  /** Set, words and postings are those of the row; not asked of a text that is indexed in part. */
  readonly sound: boolean;
}

// `offset 0` keeps it one look into the index for each word, where a join reads every posting.
const PLAN = `
select m.id as row_id, m.set_id, m.content, m.index_status, d.literal,
  m.set_id is not null and backread.row_is_live(m) as readable,
  coalesce(d.set_id = m.set_id and (octet_length(m.content) > ${MAX_INDEXED_BYTES}
      or d.lexemes = coalesce(to_tsvector(p.search_config,
        backread.fitting_text(p.search_config, m.content)), ''))
    and length(d.lexemes) = (
      select count(*) from unnest(d.lexemes) l cross join lateral (
        select from backread.postings g where g.perspective_id = $1 and g.lexeme = l.lexeme
          and g.row_id = d.row_id and g.set_id = d.set_id and g.length = d.length
          and g.frequency = least(cardinality(l.positions), 255) offset 0) g), false) as sound
from backread.messages m
join backread.perspectives p on p.id = $1
left join backread.documents d on d.perspective_id = $1 and d.row_id = m.id
where ${WINDOW}
order by m.sequence`;

// Postings that are left of a document which went by other means than ours would be in the way.
const DROP_POSTINGS = `
with fitted as materialized (
  select r.row_id, coalesce(to_tsvector(p.search_config,
    backread.fitting_text(p.search_config, r.body)), '') as lexemes
  from unnest($2::bigint[], $3::text[]) as r (row_id, body)
  join backread.perspectives p on p.id = $1
)
delete from backread.postings g using (
  select l.lexeme, f.row_id from fitted f, unnest(f.lexemes) l) as w
where g.perspective_id = $1 and g.lexeme = w.lexeme and g.row_id = w.row_id`;

export const reindex: Step<Found> = {
  command: "reindex",
  verdicts: ["missing", "stale", "orphaned", "current"],
  changing: ["missing", "stale", "orphaned"],
  batch: REINDEX_BATCH,
  open: async (_, { conversationId }) => ({
    plan: async (session, { after, upTo }) => {
      const values = [session.perspectiveId, conversationId, after, upTo];
      const rows = await session.query<IndexedRow>(PLAN, values);
      return rows.flatMap((row) => judge(row));
    },
    apply,
  }),
};

/** Nothing of a row that nobody may read and that is not indexed. */
function judge({ readable, literal, sound, ...row }: IndexedRow): readonly Found[] {
  if (!readable) return literal === null ? [] : [{ ...row, verdict: "orphaned" }];
  if (literal === null) return [{ ...row, verdict: "missing" }];
  const isCurrent = sound && literal === indexedText(row.content).literal;
  return [{ ...row, verdict: isCurrent ? "current" : "stale" }];
}

async function apply(session: BoundSession, found: readonly Found[]): Promise<number> {
  const readable = found.flatMap(({ row_id, set_id, content, index_status, verdict }) =>
    set_id === null || verdict === "orphaned"
      ? []
      : [{ rowId: row_id, setId: set_id, content, before: index_status }],
  );
  const indexable = readable.map(({ rowId }) => rowId);
  await unindexRows(session, idsOf(found));
  await session.query(DROP_POSTINGS, [
    session.perspectiveId,
    indexable,
    readable.map(({ content }) => indexedText(content).text),
  ]);
  const statuses = await indexRows(session, readable);
  await saveStatuses(
    { session },
    readable.map(({ rowId, before }, index) => ({
      rowId,
      status: worse(statuses[index] ?? "not_indexable", expectedAgain(before)),
    })),
  );
  await renewEmbeddings(session, indexable);
  await deleteEmbeddings(session, idsOf(found.filter(({ verdict }) => verdict === "orphaned")));
  return found.length;
}

/** What was repaired when it was stored is so still. */
function expectedAgain(before: IndexStatus): IndexStatus {
  return before === "repaired" ? before : "indexed";
}

function idsOf(found: readonly Found[]): readonly number[] {
  return found.map(({ row_id }) => row_id);
}
