// What the planner makes of the two passes over the postings.

const PASS = `
select lexeme, count(*) from backread.postings
where perspective_id = $1 and lexeme = any(array['$2']) group by lexeme`;

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
