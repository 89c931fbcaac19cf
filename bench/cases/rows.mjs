// What is asked of message rows, and how the answers must look.
import { SOURCE } from "../corpora/candidates.mjs";
import { messageTexts, messagesOf } from "../corpora/rows.mjs";

export const ROWS = 2048;
export const ROW_CHARS = 330;

/** @typedef {{ name: string, query: string, expected: Readonly<Record<string, import("../types.js").ExpectedAnswer>> }} RowCase */

/** Expected by corpus. @type {readonly RowCase[]} */
export const ROW_CASES = [
  rowCase("common", "react", ["62ae28c7cd6986a8", "87cf3e331f168919"]),
  rowCase("rare", "telemetry", ["815a57b874d8dc9d", "3cf30a16133f742f"]),
  rowCase("two words", "data table", ["4c0b24ddf7fc9c36", "8b7b576ae19f3872"]),
  rowCase("none", "zqxjkvqz", ["1252534aee01c4a9", "1252534aee01c4a9"]),
];

/** @param {string} name @param {string} query @param {readonly [packages: string, synthetic: string]} digests @returns {RowCase} */
function rowCase(name, query, [packages, synthetic]) {
  const hits = name === "none" ? 0 : 10;
  return {
    name,
    query,
    expected: { packages: { hits, digest: packages }, synthetic: { hits, digest: synthetic } },
  };
}

/** The rows of one corpus, oldest first. @param {import("../types.js").CorpusSource} [source] */
export function rowMessages(source = SOURCE) {
  return messagesOf(messageTexts(ROWS, ROW_CHARS, source));
}
