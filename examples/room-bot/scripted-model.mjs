// Stands in for a language model: a rule for each thing that a bot asks, and no network. It is given
// what a model would be given, and knows nothing else.

const STOP = new Set(
  "a about and at did do is of on say said the we what which who know".split(" "),
);

/** @type {import("backread/store").ModelPort} */
export const scriptedModel = {
  model: "scripted",
  complete: async ({ input, schema }) => JSON.stringify(ruleOf(schema?.name ?? "")(input)),
};

/** @param {string} name @returns {(input: string) => object} */
function ruleOf(name) {
  if (name === "search_history") return chooseSearch;
  return name === "reply" ? writeReply : readFacts;
}

/**
 * Searches for the words of the question, and strictly by whom it names: by his handle, as the roster
 * gives it, and not where two people have the name.
 * @param {string} input
 */
function chooseSearch(input) {
  const question = input.slice(input.lastIndexOf("\n") + 1).toLowerCase();
  /** @type {readonly string[]} */
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  const people = participantsIn(input).filter(({ name }) => words.includes(name.toLowerCase()));
  const [person] = people;
  const mine = words.includes("i");
  const speaker = mine ? "requester" : people.length === 1 ? person?.handle : undefined;
  const names = new Set(["i", ...people.map(({ name }) => name.toLowerCase())]);
  const query = words.filter((word) => !STOP.has(word) && !names.has(word)).join(" ");
  return { query, ...(speaker === undefined ? {} : { speaker, speaker_only: true }) };
}

/** @param {string} input @returns {{ handle: string, name: string }[]} */
function participantsIn(input) {
  const json = /<participants[^>]*>\n(.*)\n<\/participants>/.exec(input)?.[1];
  return json === undefined ? [] : JSON.parse(json).participants;
}

/**
 * Says what was found and by whom, but for questions and the agent's own words. The answer of the tool
 * is the last line.
 * @param {string} input
 */
function writeReply(input) {
  /** @type {{ hits: Hit[] }} */
  const { hits } = JSON.parse(input.slice(input.lastIndexOf("\n") + 1));
  const told = hits.flatMap(({ source_role: role, speaker_label, speaker_handle, text }) => {
    const words = wordsOf(text);
    if (role === "assistant" || words.endsWith("?")) return [];
    return [`${JSON.parse(speaker_label)} (${speaker_handle}): ${words}`];
  });
  return { reply: told.length === 0 ? "I have read nothing of that here." : told.join(" ") };
}

/**
 * What a hit of `search_history` says of whose words it is.
 * @typedef {{ source_role: string, speaker_label: string, speaker_handle: string, text: string }} Hit
 */

/** A text stands in a frame, each line of it behind a bar. @param {string} framed */
function wordsOf(framed) {
  return Array.from(framed.matchAll(/^\| (.*)$/gm), ([, line]) => line).join(" ");
}

/** What somebody always or never does. @param {string} input */
function readFacts(input) {
  const lasting = /^I (always|never) ([^.]+)\.$/.exec(input);
  const text = lasting === null ? null : `The speaker says: I ${lasting[1]} ${lasting[2]}.`;
  return { facts: text === null ? [] : [{ text }] };
}
