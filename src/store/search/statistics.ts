import { anyMergedSql } from "../actors/group-sql.js";
import type { BoundSession } from "../scope.js";
import { DESTINATION, destinationValues, type AccountId, type Binding } from "../view/binding.js";
import { accountsOfSql, toAccount, type AccountRecord } from "../view/filters.js";
import { Parameters } from "../view/parameters.js";
import { idf, type CorpusSize } from "./bm25.js";

/** What a search starts from: rights, the query's lexemes, and the size of what may be read. */
export interface Opening {
  readonly sets: readonly number[];
  readonly lexemes: readonly string[];
  readonly corpus: CorpusSize;
  /** The requester's, linked ones included. */
  readonly accounts: readonly AccountId[];
  /** Internal ids of the rows to leave out. */
  readonly excluded: readonly number[];
  /** Operators have merged actors of the perspective. */
  readonly merged: boolean;
  /** Those literals that have trigrams to be looked up by; not every three characters have. */
  readonly trigrams: ReadonlySet<string>;
}

export interface OpeningRequest {
  /** What words are read from. */
  readonly text: string;
  readonly literals: readonly string[];
  /** Message ids. */
  readonly exclude: readonly string[];
}

interface OpeningRecord {
  readonly sets: readonly number[];
  readonly lexemes: readonly string[];
  readonly documents: number;
  readonly length: number;
  readonly accounts: readonly AccountRecord[];
  readonly excluded: readonly number[];
  readonly merged: boolean;
  readonly trigrams: readonly string[];
}

/**
 * Everything that does not depend on an answer before it, in one statement. The lexemes come of
 * `to_tsvector` alone: a query text that is rewritten from `&` to `|` has what stands inside a URL
 * rewritten too.
 */
export async function openSearch(
  session: BoundSession,
  binding: Binding,
  request: OpeningRequest,
): Promise<Opening> {
  const { text, parameters } = openingSql(session.perspectiveId, binding, request);
  const [row] = await session.query<OpeningRecord>(text, parameters.values);
  if (row === undefined) throw new Error("the perspective of this store is gone");
  const { sets, lexemes, documents, length, accounts, excluded, merged, trigrams } = row;
  return {
    sets,
    lexemes,
    corpus: { documents, length },
    accounts: accounts.map((account) => toAccount(account)),
    excluded,
    merged,
    trigrams: new Set(trigrams),
  };
}

/**
 * What `like '%…%'` finds by trigrams: three letters or digits, or fewer where a word's end shows,
 * which pg_trgm pads. For anything else (`c++`) it would read every row.
 */
const LOOKED_UP = "[[:alnum:]]{3}|[^[:alnum:]][[:alnum:]]|[[:alnum:]]{2}[^[:alnum:]]";

function openingSql(
  perspectiveId: number,
  binding: Binding,
  { text, literals, exclude }: OpeningRequest,
): { readonly text: string; readonly parameters: Parameters } {
  const parameters = new Parameters();
  for (const value of destinationValues(perspectiveId, binding)) parameters.add(value);
  const words = `${parameters.add(text)}::text`;
  const out = `${parameters.add(exclude)}::uuid[]`;
  const looked = `${parameters.add(binding.trigrams ? literals : [])}::text[]`;
  const accounts =
    binding.requester === null
      ? "'[]'::jsonb"
      : `(select jsonb_agg(a) from (${accountsOfSql(parameters, "$1", binding.requester)}) a)`;
  const sql = `with allowed as materialized (select backread.allowed_sets(${DESTINATION}) as sets)
select allowed.sets, c.documents, c.length, ${accounts} as accounts,
  array(select t.lexeme from unnest(to_tsvector(p.search_config, ${words})) as t
    order by t.lexeme collate "C") as lexemes,
  array(select m.id from backread.messages m
    where m.perspective_id = $1 and m.message_id = any(${out})) as excluded,
  ${anyMergedSql("$1")} as merged,
  ${binding.trigrams ? `array(select l from unnest(${looked}) l where l ~ '${LOOKED_UP}')` : looked} as trigrams
from backread.perspectives p, allowed, lateral (
  select coalesce(sum(k.documents), 0)::bigint as documents,
    coalesce(sum(k.length), 0)::bigint as length
  from backread.corpus_counts k
  where k.perspective_id = $1 and k.set_id = any(allowed.sets)) c
where p.id = $1`;
  return { text: sql, parameters };
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

// Lexeme by lexeme: rows of one are counted, and compared with no other's.
const FREQUENCIES = `
select t.lexeme, c.frequency, c.frequency < c.postings as hidden
from unnest($2::text[]) as t(lexeme), lateral (
  select count(*) filter (where p.set_id = any($3::int[]))::int as frequency, count(*) as postings
  from backread.postings p where p.perspective_id = $1 and p.lexeme = t.lexeme) c`;

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
