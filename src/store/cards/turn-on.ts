import { turnOn, type ModelGate } from "../model-gate.js";
import type { Scope } from "../scope.js";
import type { CardModels } from "./build/build-card.js";

export const CARDS_GATE: ModelGate = {
  models: "cards_models",
  swept: "cards_swept",
  mark: "cards_mark",
  // What the last models could not do, others may. Of a card that failed the digest is that of the
  // failure: without its count it would be taken for that of the card as it was built.
  again: `
update backread.cards c set failure_count = 0, next_try_at = '-infinity',
  input_hash = case when c.failure_count = 0 then c.input_hash end
from changed where c.perspective_id = changed.id and c.dirty`,
};

/**
 * From now on whatever a person says makes his card of that audience due, whichever process stores
 * it; what is there already is looked through by `refreshCards`. Doing it again changes nothing.
 */
export async function turnOnCards(scope: Scope, models: CardModels): Promise<void> {
  const { general, admission, curation } = models;
  const names = JSON.stringify([general.model, admission.model, curation.model]);
  await turnOn(scope, CARDS_GATE, names);
}
