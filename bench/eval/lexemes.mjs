/** The words of a question as the index knows them. @param {import("./rivals.mjs").Sql} sql @param {string} question @returns {Promise<string[]>} */
export async function lexemesOf(sql, question) {
  const rows = await sql.query(`select lexeme from unnest(to_tsvector('english', $1))`, [question]);
  return rows.map(({ lexeme }) => String(lexeme));
}
