import { dataJson } from "../data-json.js";
import { MAX_CARD_BODY, MAX_CITATIONS } from "./bounds.js";
import { CARD_KINDS, type CardInput, type CardLimits } from "./card.js";
import { shown } from "./evidence.js";
import { proposalsPerKind } from "./read-proposals.js";
import { COVERAGE_REASONS } from "./reasons.js";
import {
  choiceOf,
  closedObject,
  DATA_CLAUSE,
  FLAG,
  KINDS_CLAUSE,
  listOf,
  TEXT,
  type CardSchema,
  type CardTask,
} from "./task.js";

const SYSTEM: string = [
  "You collect what could stand on a small card about one person, from which an assistant learns how",
  `to treat that person next time. ${DATA_CLAUSE} ${KINDS_CLAUSE}`,
  "Propose only what will still hold in some weeks, and what the person says of himself or herself.",
  "Be exact about who does what: if the person wishes that the assistant did something, the entry",
  "says that the person wishes it of the assistant, not that the person does it. Carry over every",
  "qualifier: doubt, exception, how often, since when, for how long, where. Write each entry so that",
  "it is understood by somebody who has seen nothing else, with 'this person' for whoever is",
  "speaking. If a newer message takes back an older one, the newer one holds. The same trial made",
  "many times is no habit. No subject is too delicate or too dull by itself; but what the person",
  "asks to have kept off such notes is not proposed. If you are in doubt, leave it out.",
  "Cite for each entry the ids of those facts (`fact_ids`) and rows (`row_ids`) that bear the whole",
  `entry, each one by itself; at least one and at most ${MAX_CITATIONS}, and never truncated ones`,
  `alone. \`body\` is a single line of at most ${MAX_CARD_BODY} characters, better far fewer, and`,
  "`confidence` a number from 0 to 1. Keep to `limits`. If there is nothing to propose, answer",
  "`substantive` false, the `coverage_reason` that says why, and no entries; otherwise `substantive`",
  "true and the reason `substantive`. Answer with JSON of the form",
  '{"substantive":true,"coverage_reason":"substantive","entries":[{"kind":"…","body":"…",',
  '"confidence":0.8,"fact_ids":["f1"],"row_ids":["r2"]}]}, with no other key.',
].join(" ");

const SCHEMA: CardSchema = {
  name: "card_proposals",
  schema: closedObject({
    substantive: FLAG,
    coverage_reason: choiceOf(COVERAGE_REASONS),
    entries: listOf(
      closedObject({
        kind: choiceOf(CARD_KINDS),
        body: TEXT,
        confidence: { type: "number" },
        fact_ids: listOf(TEXT),
        row_ids: listOf(TEXT),
      }),
    ),
  }),
};

/** Asks for candidates. What stands on the card already is not shown: it is no evidence. */
export function extractionTask({ rows, facts }: CardInput, limits: CardLimits): CardTask {
  const input = dataJson({
    limits: { entries_per_kind: proposalsPerKind(limits) },
    facts: shown(facts),
    rows: shown(rows),
  });
  return { system: SYSTEM, input, schema: SCHEMA };
}
