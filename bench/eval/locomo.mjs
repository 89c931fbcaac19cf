// LoCoMo: ten long conversations of two people, with questions and the turns that answer them.
import { readCorpusFile } from "./read-file.mjs";

/** Conversations 1 to 5 are tuned on, 6 to 10 held out. */
const TUNED = 5;
const CATEGORIES = ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];
const MINUTE = 60_000;

/** @param {string} file @returns {Promise<import("./types.js").Corpus>} */
export async function readLocomo(file) {
  const { text, sha256 } = await readCorpusFile(file);
  const samples = JSON.parse(text);
  const cases = samples.map((/** @type {any} */ sample, /** @type {number} */ at) =>
    caseOf(sample, at < TUNED ? "tuned" : "held-out"),
  );
  return { name: "LoCoMo", file, sha256, unit: "turn", cases };
}

/** @param {any} sample @param {import("./types.js").Case["half"]} half @returns {import("./types.js").Case} */
function caseOf(sample, half) {
  const turns = turnsOf(sample.conversation);
  const known = new Set(turns.map(({ id }) => id));
  /** @type {import("./types.js").Question[]} */
  const questions = [];
  let without = 0;
  for (const { question, category, evidence = [] } of sample.qa) {
    const ids = evidence.flatMap((/** @type {string} */ entry) => turnIds(entry));
    const there = ids.filter((/** @type {string} */ id) => known.has(id));
    if (there.length === 0) without++;
    else
      questions.push({
        text: String(question),
        category: CATEGORIES[category - 1] ?? String(category),
        evidence: there,
      });
  }
  const skipped = without === 0 ? [] : [{ reason: "names no turn that is there", count: without }];
  return { id: sample.sample_id, half, turns, questions, skipped };
}

/** Several ids may stand in one entry, and some are written with zeros in front. @param {string} entry */
function turnIds(entry) {
  return [...entry.matchAll(/D:?(\d+):(\d+)/g)].map(
    ([, session, turn]) => `D${Number(session)}:${Number(turn)}`,
  );
}

/** @param {any} conversation @returns {import("./types.js").Turn[]} */
function turnsOf(conversation) {
  const turns = [];
  for (let session = 1; `session_${session}_date_time` in conversation; session++) {
    const start = timeOf(conversation[`session_${session}_date_time`]);
    const rows = conversation[`session_${session}`] ?? [];
    for (const [at, row] of rows.entries())
      turns.push({
        id: row.dia_id,
        speaker: row.speaker,
        text: row.text,
        sentAt: new Date(start + at * MINUTE).toISOString(),
      });
  }
  return turns;
}

const MONTHS =
  "January February March April May June July August September October November December";

/** `1:56 pm on 8 May, 2023` @param {string} text */
function timeOf(text) {
  const match = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(text.trim());
  if (match === null) throw new Error(`not a session's time: ${text}`);
  const [, hour, minute, half, day, month, year] = match;
  const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  const at = MONTHS.split(" ").indexOf(month ?? "");
  return Date.UTC(Number(year), at, Number(day), hours, Number(minute));
}
