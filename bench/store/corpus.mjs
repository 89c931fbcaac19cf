// A workspace's worth of talk, the same rows on every machine.
import { CHAT_WORDS } from "../corpora/words.mjs";
import { pick, randomBelow } from "../lib/random.mjs";

export const CONNECTOR = { type: "slack", name: "bench" };
export const PERSPECTIVE = { tenant: "bench", agent: "reader" };

/** In a quarter of the rows. */
export const COMMON = "harbour";
/** In this many rows of any corpus. */
export const RARE = "quoll";
const RARE_ROWS = 12;

const CHANNELS = 40;
const PEOPLE = 200;
const START = Date.UTC(2024, 0, 1);
const SECONDS = 17_000;

/** @param {number} count @returns {Generator<{ channel: number, event: import("../../dist/store/ingest-port.js").MessageEvent }>} */
export function* rows(count) {
  const random = randomBelow(20_261_130);
  const every = Math.floor(count / RARE_ROWS);
  for (let at = 0; at < count; at++) {
    const words = Array.from({ length: 6 + random(18) }, () => wordOf(random));
    if (random(4) === 0) words[random(words.length)] = COMMON;
    if (at % every === every >> 1) words[random(words.length)] = RARE;
    const person = random(PEOPLE);
    yield { channel: random(CHANNELS), event: message(at, { person, content: words.join(" ") }) };
  }
}

/** @param {number} at @param {{ person: number, content: string }} said @returns {import("../../dist/store/ingest-port.js").MessageEvent} */
function message(at, { person, content }) {
  return {
    type: "message",
    sourceId: `m${at}`,
    author: { type: "person", id: `T1:U${person}`, label: `Person ${person}` },
    content,
    sentAt: new Date(START + at * SECONDS).toISOString(),
    audience: { kind: "workspace", namespace: CONNECTOR },
  };
}

/** A few words are frequent and most are not, as in talk. @param {(below: number) => number} random */
function wordOf(random) {
  if (random(3) > 0) return pick(random, CHAT_WORDS);
  return `w${random(1 + random(40_000))}`;
}

/** @param {number} channel */
export function conversation(channel) {
  return { connector: CONNECTOR, kind: /** @type {const} */ ("channel"), id: `C${channel}` };
}

/** A direct conversation with the agent: it may see the whole workspace. */
export const DESTINATION = {
  conversation: conversation(0),
  audience: { kind: /** @type {const} */ ("workspace"), namespace: CONNECTOR },
  asOf: "2026-01-01T00:00:00Z",
};
