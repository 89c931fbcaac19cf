import { dataJson } from "../data-json.js";
import type { Candidate } from "./candidates.js";
import type { CardInput } from "./card.js";
import { shown } from "./evidence.js";
import { ADMISSION_REASONS, COVERAGE_REASONS } from "./reasons.js";
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
  "You alone decide which `candidates` become a lasting part of what an assistant knows of one",
  `person. ${DATA_CLAUSE} ${KINDS_CLAUSE}`,
  "A candidate is admitted as it is written or not at all. `existing` ones were admitted before; they",
  "are judged like the `fresh` ones, by what is shown now. Admit a candidate, with the reason",
  "`durable`, only if all of this is so: it is about the person who wrote the rows; it holds beyond",
  "the moment; it has the right kind; it is plain by itself; who does or wants what is exactly as it",
  "was said; no qualifier is lost, whether of doubt, exception, frequency, time or place; and each",
  "row and fact that it cites supports all of it. Otherwise give the first of these reasons that",
  "fits: `explicit_privacy_request` (the person asks, in so many words, that this be not kept; a",
  "delicate subject alone is no such request), `wrong_subject` (it tells of somebody else),",
  "`stopped_or_replaced` (later words end it), `completed` (it is done), `contradicted` (other words",
  "deny it), `temporary` (it passes), `test_probe` (somebody tried the assistant out, however often),",
  "`irrelevant_citation` (something that it cites does not bear it), `insufficient_evidence` (what it",
  "cites says less), `wrong_kind`, `redundant` (another candidate that you admit says this and more),",
  "`not_person_card` (true, but no help in treating the person), `not_durable`. In doubt, reject.",
  "Decide each candidate exactly once. `substantive` is true, with the `coverage_reason`",
  "`substantive`, if at least one is admitted; otherwise it is false, with the reason that fits best.",
  'Answer with JSON of the form {"substantive":true,"coverage_reason":"substantive","decisions":',
  '[{"candidate_id":"c1","admit":true,"reason":"durable"}]}, with no other key.',
].join(" ");

const SCHEMA: CardSchema = {
  name: "card_admission",
  schema: closedObject({
    substantive: FLAG,
    coverage_reason: choiceOf(COVERAGE_REASONS),
    decisions: listOf(
      closedObject({ candidate_id: TEXT, admit: FLAG, reason: choiceOf(ADMISSION_REASONS) }),
    ),
  }),
};

/**
 * Asks which candidates are durable, in view of everything: later words may revoke what is cited.
 * How sure the one who proposed them was is not told.
 */
export function admissionTask(
  { rows, facts }: CardInput,
  candidates: readonly Candidate[],
): CardTask {
  const input = dataJson({
    candidates: candidates.map(({ id, origin, kind, body, citations }) => ({
      candidate_id: id,
      origin,
      kind,
      body,
      citations,
    })),
    facts: shown(facts),
    rows: shown(rows),
  });
  return { system: SYSTEM, input, schema: SCHEMA };
}
