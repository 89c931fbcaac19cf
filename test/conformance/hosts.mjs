// The logs that the vectors describe.

/**
 * Rows by sequence, served newest first.
 * @param {{ rows: any[], pageCap?: number, cursor?: string }} log
 * @param {[number | null, number][]} reads where each read is noted
 * @returns {import("../../dist/index.js").SessionLog}
 */
export function rowsHost({ rows, pageCap, cursor }, reads) {
  const newestFirst = [...new Map(rows.map((row) => [row.sequence, row])).values()].sort(
    (a, b) => b.sequence - a.sequence,
  );
  return {
    async readBefore(before, limit) {
      reads.push([before, limit]);
      const older = newestFirst.filter((row) => before === null || row.sequence < before);
      const messages = older.slice(0, Math.min(limit, pageCap ?? Infinity));
      const last = messages.at(-1);
      const more = cursor === "eager" || older.length > messages.length;
      return { messages, nextBefore: last !== undefined && more ? last.sequence : null };
    },
  };
}

/**
 * Pages served in order, whatever is asked.
 * @param {any[]} pages
 * @param {[number | null, number][]} reads
 * @returns {import("../../dist/index.js").SessionLog}
 */
export function pagesHost(pages, reads) {
  let next = 0;
  return {
    async readBefore(before, limit) {
      reads.push([before, limit]);
      const page = pages[next++];
      if (page === undefined) return { messages: [], nextBefore: null };
      if (page.fail !== undefined) throw new Error(page.fail);
      return page;
    },
  };
}
