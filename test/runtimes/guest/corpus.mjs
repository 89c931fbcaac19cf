// Texts on which engines, or their versions of Unicode, could come to differ.
import { arrayLog } from "backread";
import { message } from "backread/wire";

/** @typedef {import("./random.mjs").Random} Random */
/** @typedef {import("backread").Message} Message */
/** @typedef {import("backread").Candidate} Candidate */
/** @typedef {import("backread").SessionLog} SessionLog */

const WORDS = [
  ["ΣΊΣΥΦΟΣ", "Σίσυφος", "ΑΣ", "Σ", "ΟΔΥΣΣΕΎΣ.", "İstanbul", "ISPARTA", "ısı", "İİİ"],
  ["Straße", "GROẞ", "\u212aelvin", "\u212bngström", "Ǆungla", "ﬁnal", "Ꭰꭰ"],
  // Capitals that Unicode 14, 16 and 17 brought: an engine's own tables may not hold them.
  ["\u2c2f\u2c5f", "\u1c89", "\ua7dc\u{10d50}\u{10d51}", "\ua7ce\ua7d2", "\u{16ea0}\u{16ea1}"],
  ["打ち合わせ", "上海", "重跑gen-itgc后", "東京タワー", "회의실", "\u1112\u116c\u110b\u1174"],
  ["café", "cafe\u0301", "e\u0301\u0323te\u0301", "a\u0315\u0300b", "नमस्ते", "مرحبا"],
  ["\u{1f468}\u200d\u{1f4bb}", "\u{1f469}\u{1f3fd}\u200d\u{1f680}", "\u{1f1ef}\u{1f1f5}", "😀"],
  ["\u{10400}\u{10401}", "\u{20000}", "\ud83d", "\ude00", "\ud800x", "x\udfff", "\udc00\ud800"],
  ["invoice", "Invoice-2026", "deploy", "release_notes", "DEPLOY", "gen-itgc", "140 cm", "v1.20.3"],
  ["a", "I", "x", "aaaaaaaaaaaaaaaaaaaaaaaa!", "½", "Ⅷ", "٣", "a\u00adb", "zero\u200bwidth"],
  ["`code`", "`σ İ`", "``a`b``", "\\`", "`", "`open", "~~~", "<b>", "#limit", "^12", "!", "—"],
].flat();
const SPACES = [
  " ",
  " ",
  " ",
  "  ",
  "\t",
  "\u0085",
  "\u00a0",
  "\u2028",
  "\u3000",
  "\ufeff",
  "\u180e",
];
const LINES = [
  ["```", "```js", "~~~~", "    four in", "\tone tab", "> quoted", "> ```", "- item", "1. one"],
  ["!pin", "!pin #limit never above", "! pin ^7 #σ note\u0085end", "!pin ^3 ΣΑΣ", "!unpin ^3"],
  ["!unpin ^7", "!unpin", "`!pin #code`", "!pin ^99999999999999999999", "\\```", "", " "],
].flat();
/** Desks of the rows; null is the general one. */
export const DESKS = [null, "lab", "σ-desk", "上海"];
/** @type {readonly Message["author"][]} */
const AUTHORS = [
  { type: "operator" },
  { type: "person", id: "ana", label: "Ana Σ" },
  { type: "person", id: "Ana", label: "ana" },
  { type: "agent", id: "gen-itgc", label: "重跑 \u{1f916}" },
  { type: "system", kind: "join", label: "İrem" },
];
const CANDIDATES = 400;
const ROWS = 700;

/** @param {Random} random */
export function drawWord({ pick }) {
  return pick(WORDS);
}

/** A line of up to eight words. @param {Random} random */
export function drawText(random) {
  const words = random.times(random.below(8) + 1, () => drawWord(random) + random.pick(SPACES));
  return random.below(4) === 0 ? words.join("") : words.join("").slice(0, -1);
}

/** What somebody could write: lines of text, code, quotes and markers. @param {Random} random */
export function drawMessage(random) {
  const line = () => (random.below(3) === 0 ? random.pick(LINES) : drawText(random));
  return random
    .times(random.below(5) + 1, line)
    .join(random.pick(["\n", "\n", "\n", "\r\n", "\n\n"]));
}

/**
 * @typedef {object} Corpus
 * @property {readonly Candidate[]} candidates
 * @property {readonly Message[]} rows oldest first
 * @property {readonly (readonly Message[])[]} rooms the drawn rows, and the sample transcript
 * @property {readonly SessionLog[]} logs one for each room
 */

/** @param {Random} random @param {string} sample lines of `demo/sample.jsonl` @returns {Corpus} */
export function drawCorpus(random, sample) {
  const candidates = random.times(CANDIDATES, () => drawCandidate(random));
  const rows = drawRows(random);
  const lines = sample.split("\n").filter((line) => line !== "");
  const rooms = [rows, lines.map((line) => message.decode(JSON.parse(line)))];
  return { candidates, rows, rooms, logs: rooms.map((room) => arrayLog(room)) };
}

/** @param {Random} random @returns {Candidate} */
function drawCandidate(random) {
  const candidate = { id: drawText(random), label: drawText(random) };
  const kind = random.below(3);
  if (kind === 0) return candidate;
  return { ...candidate, detail: kind === 1 ? null : drawText(random) };
}

/** @param {Random} random */
function drawRows(random) {
  /** @type {Message[]} */
  const rows = [];
  let sequence = 0;
  for (let n = 0; n < ROWS; n++) {
    sequence += 1 + random.below(3);
    const root = rows.length > 0 && random.below(3) === 0 ? random.pick(rows) : null;
    const parent = root === null ? null : (root.parent ?? root.sequence);
    const chatId = root === null ? random.pick(DESKS) : root.chatId;
    const content = drawMessage(random);
    rows.push({ sequence, chatId, parent, author: random.pick(AUTHORS), content });
  }
  return rows;
}
