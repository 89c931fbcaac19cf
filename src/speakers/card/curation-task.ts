import { dataJson } from "../data-json.js";
import type { Candidate } from "./candidates.js";
import type { CardInput, CardLimits } from "./card.js";
import { shown } from "./evidence.js";
import {
  closedObject,
  DATA_CLAUSE,
  KINDS_CLAUSE,
  listOf,
  TEXT,
  type CardSchema,
  type CardTask,
} from "./task.js";

const SYSTEM: string = [
  "You arrange a small card about one person. Each of the `candidates` has been judged true and",
  `lasting; that is settled. ${DATA_CLAUSE} ${KINDS_CLAUSE}`,
  "Choose which of them stand on the card and in which order, the most helpful for treating the",
  "person well first, with at most `limits.entries_per_kind` of a kind; leave out the least helpful",
  "where there are more, and nothing where there are not. Where several of one kind say the same,",
  "keep the one that says it best and name the others in its `duplicate_ids`; if one of them has a",
  "qualifier that another lacks, they do not say the same. You cannot change a text or write one.",
  "Name no id twice, and keep at least one candidate. Answer with JSON of the form",
  '{"entries":[{"candidate_id":"c2","duplicate_ids":["c4"]}]}, with no other key.',
].join(" ");

const SCHEMA: CardSchema = {
  name: "card_curation",
  schema: closedObject({
    entries: listOf(closedObject({ candidate_id: TEXT, duplicate_ids: listOf(TEXT) })),
  }),
};

/** Asks for the choice among what was admitted, in view of the evidence that was admitted with it. */
export function curationTask(
  { rows, facts }: CardInput,
  admitted: readonly Candidate[],
  { entriesPerKind }: CardLimits,
): CardTask {
  const cited = new Set(admitted.flatMap(({ citations }) => citations));
  const input = dataJson({
    limits: { entries_per_kind: entriesPerKind },
    candidates: admitted.map(({ id, kind, body, confidence, citations }) => ({
      candidate_id: id,
      kind,
      body,
      confidence,
      citations,
    })),
    facts: shown(facts.filter(({ id }) => cited.has(id))),
    rows: shown(rows.filter(({ id }) => cited.has(id))),
  });
  return { system: SYSTEM, input, schema: SCHEMA };
}
