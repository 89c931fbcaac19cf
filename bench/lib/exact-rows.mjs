// Our search over message rows in tuned JavaScript: hits with excerpts, and coverage.
import {
  codePoints,
  collapse,
  foldQuery,
  kindOf,
  matchPacked,
  offsetOf,
  scoreOf,
} from "./exact.mjs";

/** @typedef {import("../../dist/index.js").Message} Message */
/** @typedef {import("../../dist/index.js").SearchResult} SearchResult */
/** @typedef {{ message: Message, line: string, text: string, length: number }} HeldRow */

const PAGE = 512;
const LIMIT = 10;
const EXCERPT = 96;
const LEAD = 24;
const CAPITAL_I_WITH_DOT = "\u0130";

/** @param {Message} message @returns {HeldRow} */
export function holdRow(message) {
  const { line, astral } = collapse(message.content);
  const text = line.toLowerCase();
  return { message, line, text, length: astral ? codePoints(text, text.length) : text.length };
}

/** Searches rows that are held folded, newest first. @param {readonly HeldRow[]} rows @param {string} text @returns {SearchResult} */
export function searchHeld(rows, text) {
  const query = foldQuery(text);
  /** @type {{ row: HeldRow, match: number, score: number }[]} */
  const matched = [];
  if (query.text !== "")
    for (const row of rows) {
      const match = matchPacked(query, row.text, row.length);
      if (match >= 0) matched.push({ row, match, score: scoreOf(match) });
    }
  const hits = bestOf(matched).map(({ row: { message, line }, match, score }) => {
    const { sequence, chatId, parent, author } = message;
    const excerpt = excerptOf(line, offsetOf(match));
    return { sequence, chatId, parent, author, excerpt, score, kind: kindOf(score) };
  });
  const oldest = rows.at(-1)?.message.sequence ?? null;
  return {
    hits,
    coverage: { scanned: rows.length, oldest, complete: true, nextBefore: null, stoppedBy: "end" },
  };
}

/**
 * The best ten, earlier rows first among equals, without sorting all of them.
 * @template {{ score: number }} Match
 * @param {readonly Match[]} matched
 */
function bestOf(matched) {
  /** @type {Match[]} */
  const best = [];
  for (const match of matched) {
    const worst = best[LIMIT - 1];
    if (worst !== undefined && worst.score >= match.score) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? Infinity) < match.score) at--;
    best.splice(at, 0, match);
    if (best.length > LIMIT) best.pop();
  }
  return best;
}

/** Reads a log to its end, folding each row on the way, and searches. @param {import("../../dist/index.js").SessionLog} log @param {string} text */
export async function searchLog(log, text) {
  /** @type {HeldRow[]} */
  const rows = [];
  /** @type {number | null} */
  let before = null;
  do {
    const page = await log.readBefore(before, PAGE);
    for (const message of page.messages) rows.push(holdRow(message));
    before = page.nextBefore;
  } while (before !== null);
  return searchHeld(rows, text);
}

/** @param {string} line @param {number} offset in code points of the folded line */
function excerptOf(line, offset) {
  const plain = !line.includes(CAPITAL_I_WITH_DOT) && codePoints(line, line.length) === line.length;
  if (!plain) return excerptOfPoints(Array.from(line), offset);
  if (line.length <= EXCERPT) return line;
  const start = Math.min(Math.max(offset - LEAD, 0), line.length - EXCERPT);
  return cut(line.slice(start, start + EXCERPT), start, line.length);
}

/** @param {readonly string[]} points @param {number} offset */
function excerptOfPoints(points, offset) {
  if (points.length <= EXCERPT) return points.join("");
  let at = 0;
  for (let lowered = 0; at < points.length; at++) {
    lowered += points[at] === CAPITAL_I_WITH_DOT ? 2 : 1;
    if (lowered > offset) break;
  }
  const start = Math.min(Math.max(at - LEAD, 0), points.length - EXCERPT);
  return cut(points.slice(start, start + EXCERPT).join(""), start, points.length);
}

/** @param {string} shown @param {number} start @param {number} length */
function cut(shown, start, length) {
  return (start > 0 ? "…" : "") + shown + (start + EXCERPT < length ? "…" : "");
}
