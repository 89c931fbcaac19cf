// Message rows: for searching, made of package summaries or of seeded words; for masking, real chat or seeded chat.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { flat } from "../lib/flat.mjs";
import { pick, randomBelow } from "../lib/random.mjs";
import { SOURCE, candidatesOf } from "./candidates.mjs";
import { CHAT_WORDS } from "./words.mjs";

const CHAT = new URL("../../../shared/data/gitter.jsonl.gz", import.meta.url);

export const hasChat = existsSync(CHAT);
/** Every fourth row of the real chat. */
const CHAT_STRIDE = 4;

/**
 * Rows of `chars` characters: summaries set one after another, every seventh seam a line break.
 * @param {number} count
 * @param {number} chars
 * @param {import("../types.js").CorpusSource} [source]
 * @returns {string[]}
 */
export function messageTexts(count, chars, source = SOURCE) {
  const summaries = candidatesOf({ source, count: count * 12 }).flatMap(
    ({ detail }) => detail ?? [],
  );
  const random = randomBelow(53);
  return Array.from({ length: count }, () => {
    let text = pick(random, summaries);
    while (text.length < chars) text += (random(7) === 0 ? "\n" : " ") + pick(random, summaries);
    return flat(text.slice(0, chars));
  });
}

/** @param {readonly string[]} texts @returns {import("../../dist/index.js").Message[]} */
export function messagesOf(texts) {
  return texts.map((content, index) => ({
    sequence: index + 1,
    chatId: null,
    parent: null,
    author: { type: "person", id: `p${index % 40}`, label: `Person ${index % 40}` },
    content,
  }));
}

/** @returns {string[]} */
export function chatTexts() {
  return hasChat ? realChat() : syntheticChat(20_000);
}

function realChat() {
  return gunzipSync(readFileSync(CHAT))
    .toString("utf8")
    .split("\n")
    .filter((line, index) => line !== "" && index % CHAT_STRIDE === 0)
    .map((line) => JSON.parse(line).text);
}

/** One row in nine holds code. @param {number} count @returns {string[]} */
export function syntheticChat(count) {
  const random = randomBelow(67);
  return Array.from({ length: count }, () => {
    const text = chatWords(random);
    return flat(random(9) > 0 ? text : withCode(random, text));
  });
}

/** @param {(below: number) => number} random @param {string} text */
function withCode(random, text) {
  const code = `${pick(random, CHAT_WORDS)}.${pick(random, CHAT_WORDS)}()`;
  switch (random(4)) {
    case 0:
      return `${text}\n\`\`\`js\nconst a = ${code};\n  return a;\n\`\`\`\n${chatWords(random)}`;
    case 1:
      return `~~~\n${code}\n~~~\n${text}`;
    case 2:
      return `${text} \`\`${code}\`\` and \`${code}\` ${chatWords(random)}`;
    default:
      return `${text} \`${code}\``;
  }
}

/** @param {(below: number) => number} random */
function chatWords(random) {
  return Array.from({ length: 3 + random(20) }, () => pick(random, CHAT_WORDS)).join(" ");
}
