import type { BoundSession } from "../scope.js";
import { DESTINATION, destinationValues, type Binding } from "../view/binding.js";
import { idf, type CorpusSize } from "./bm25.js";

/** What a search starts from: rights, the query's lexemes, and the size of what may be read. */
export interface Opening {
  readonly sets: readonly number[];
  readonly lexemes: readonly string[];
  readonly corpus: CorpusSize;
}

/**
 * The lexemes come of `to_tsvector` alone: a query text that were rewritten from `&` to `|` would
 * rewrite what stands inside a URL too.
 */
const OPENING = `
with allowed as materialized (select backread.allowed_sets(${DESTINATION}) as sets)
select allowed.sets,
  array(select t.lexeme from backread.perspectives p,
      unnest(to_tsvector(p.search_config, $8::text)) as t
    where p.id = $1 order by t.lexeme collate "C") as lexemes,
  c.documents, c.length
from allowed, lateral (
  select coalesce(sum(k.documents), 0)::bigint as documents,
    coalesce(sum(k.length), 0)::bigint as length
  from backread.corpus_counts k
  where k.perspective_id = $1 and k.set_id = any(allowed.sets)) c`;

export async function openSearch(
  session: BoundSession,
  binding: Binding,
  query: string,
): Promise<Opening> {
  const values = [...destinationValues(session.perspectiveId, binding), storable(query)];
  const [row] = await session.query<{
    sets: number[];
    lexemes: string[];
    documents: number;
    length: number;
  }>(OPENING, values);
  if (row === undefined) return { sets: [], lexemes: [], corpus: { documents: 0, length: 0 } };
  const { sets, lexemes, documents, length } = row;
  return { sets, lexemes, corpus: { documents, length } };
}

/** NUL and lone surrogates cannot be sent to the database; they are in no indexed word either. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", " ").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** A lexeme of the query and how it is spread. */
export interface Term {
  readonly lexeme: string;
  /** Eligible rows that hold it. */
  readonly frequency: number;
  /** In millionths; 0 where no eligible row holds it. */
  readonly idf: number;
  /** Whether a row that may not be read here holds it: for the audit alone. */
  readonly hidden: boolean;
}

const FREQUENCIES = `
select p.lexeme,
  count(*) filter (where p.set_id = any($3::int[]))::int as frequency,
  count(*) filter (where p.set_id = any($3::int[])) < count(*) as hidden
from backread.postings p
where p.perspective_id = $1 and p.lexeme = any($2::text[])
group by p.lexeme`;

/** One pass over the postings of the query's lexemes. */
export async function readTerms(
  session: BoundSession,
  { sets, lexemes, corpus }: Opening,
): Promise<readonly Term[]> {
  if (lexemes.length === 0) return [];
  const rows = await session.query<{ lexeme: string; frequency: number; hidden: boolean }>(
    FREQUENCIES,
    [session.perspectiveId, lexemes, sets],
  );
  const found = new Map(rows.map((row) => [row.lexeme, row]));
  return lexemes.map((lexeme) => {
    const { frequency = 0, hidden = false } = found.get(lexeme) ?? {};
    const weight = frequency === 0 ? 0 : idf(corpus.documents, frequency);
    return { lexeme, frequency, idf: weight, hidden };
  });
}
