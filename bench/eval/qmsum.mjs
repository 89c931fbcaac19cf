// QMSum: meetings with queries and the spans of turns that answer them.
import { readCorpusFile } from "./read-file.mjs";

const START = Date.UTC(2024, 0, 1);
const SECONDS = 20_000;

/** @param {string} file @returns {Promise<import("./types.js").Corpus>} */
export async function readQmsum(file) {
  const { text, sha256 } = await readCorpusFile(file);
  const meetings = text.split("\n").filter((line) => line !== "");
  const cases = meetings.map((line, at) => caseOf(JSON.parse(line), at));
  return { name: "QMSum", file, sha256, unit: "turn", cases };
}

/** The validation half is the tuned one, as the corpus is split. @param {any} meeting @param {number} at @returns {import("./types.js").Case} */
function caseOf(meeting, at) {
  const turns = meeting.meeting_transcripts.map(
    (/** @type {any} */ row, /** @type {number} */ index) => ({
      id: String(index),
      speaker: row.speaker,
      text: row.content,
      sentAt: new Date(START + index * SECONDS).toISOString(),
    }),
  );
  const questions = [];
  let without = 0;
  for (const { query, relevant_text_span: spans } of meeting.specific_query_list) {
    const evidence = spans.flatMap((/** @type {[string, string]} */ span) => range(span, turns));
    if (evidence.length === 0) without++;
    else questions.push({ text: query, category: "specific", evidence });
  }
  const skipped = without === 0 ? [] : [{ reason: "names no turn that is there", count: without }];
  const half = meeting.split === "val" ? "tuned" : "held-out";
  return { id: `meeting-${at + 1}`, half, turns, questions, skipped };
}

/** @param {[string, string]} span @param {readonly unknown[]} turns */
function range([from, to], turns) {
  const ids = [];
  for (let at = Number(from); at <= Number(to) && at < turns.length; at++) ids.push(String(at));
  return ids;
}
