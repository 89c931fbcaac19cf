// What the planner makes of the pass that counts, as a search asks for it.

const PASS = `
select t.lexeme, c.postings from unnest(array['$2']) as t(lexeme), lateral (
  select count(*) as postings from backread.postings p
  where p.perspective_id = $1 and p.lexeme = t.lexeme) c`;

/**
 * @param {import("pg").Client} client @param {number} perspectiveId @param {readonly string[]} words
 * @returns {Promise<import("../types.js").Table>}
 */
export async function plansOf(client, perspectiveId, words) {
  const rows = [];
  for (const word of words) {
    const text = PASS.replace("$1", String(perspectiveId)).replace("$2", word);
    const { rows: lines } = await client.query(`explain (analyze, costs off, timing off) ${text}`);
    for (const line of lines) rows.push([word, String(line["QUERY PLAN"])]);
  }
  return { title: "Plans of the pass over postings", columns: ["word", "plan"], rows };
}
