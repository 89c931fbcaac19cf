// Rankings that others ship, over the same documents: each is one statement.
import { lexemesOf } from "./lexemes.mjs";

const LIMIT = 20;

/**
 * @typedef {{ query: (text: string, values: readonly (number | string | readonly string[])[]) => Promise<readonly Readonly<Record<string, unknown>>[]> }} Sql
 * @typedef {{ perspectiveId: number, sql: Sql, idOf: (messageId: string) => string }} Shelf
 */

/** Any of the words, ranked by cover density. @param {Shelf} shelf @returns {import("./types.js").Ranking} */
export function coverDensity({ perspectiveId, sql, idOf }) {
  return async (question) => {
    const any = (await lexemesOf(sql, question)).map((word) => quoted(word)).join(" | ");
    if (any === "") return [];
    const rows = await sql.query(
      `select m.message_id from backread.documents d
       join backread.messages m on m.perspective_id = d.perspective_id and m.id = d.row_id
       where d.perspective_id = $1 and d.lexemes @@ $2::tsquery
       order by ts_rank_cd(d.lexemes, $2::tsquery) desc, m.sequence desc limit ${LIMIT}`,
      [perspectiveId, any],
    );
    return rows.map(({ message_id: id }) => idOf(String(id)));
  };
}

/** Okapi BM25 as the textbook has it (k1 1.2, b 0.75), nothing else. @param {Shelf} shelf @returns {import("./types.js").Ranking} */
export function bm25({ perspectiveId, sql, idOf }) {
  return async (question) => {
    const words = await lexemesOf(sql, question);
    const rows = await sql.query(
      `with n as (
         select count(*)::float8 as n, avg(length)::float8 as mean
         from backread.documents where perspective_id = $1
       ), hits as (
         select p.row_id, p.frequency::float8 as f, p.length::float8 as l,
           count(*) over (partition by p.lexeme)::float8 as df
         from backread.postings p where p.perspective_id = $1 and p.lexeme = any($2::text[])
       ), scores as (
         select row_id, sum(ln(1 + (n - df + 0.5) / (df + 0.5))
           * f * 2.2 / (f + 1.2 * (0.25 + 0.75 * l / mean))) as score
         from hits, n group by row_id
       )
       select m.message_id from scores s
       join backread.messages m on m.perspective_id = $1 and m.id = s.row_id
       order by s.score desc, m.sequence desc limit ${LIMIT}`,
      [perspectiveId, words],
    );
    return rows.map(({ message_id: id }) => idOf(String(id)));
  };
}

/** @param {string} lexeme */
function quoted(lexeme) {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
