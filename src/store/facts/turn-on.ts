import { checkModel } from "../model-port/ask-model.js";
import type { ModelPort } from "../model-port/model-port.js";
import { turnOn, type ModelGate } from "../model-gate.js";
import type { Scope } from "../scope.js";

export const FACTS_GATE: ModelGate = {
  models: "facts_model",
  swept: "facts_swept",
  mark: "facts_mark",
  // What the last model could not read, another one may.
  again: `
update backread.fact_queue q set attempts = 0, failures = 0, not_before = '-infinity'
from changed where q.perspective_id = changed.id and q.not_before = 'infinity'`,
};

/**
 * From now on rows of the perspective are queued to be read for facts, whichever process stores
 * them; what is there already is queued by `readFacts`. Facts of another model stay. Doing it again
 * changes nothing. Errors: `InvalidArgumentError`.
 */
export async function turnOnFacts(scope: Scope, model: ModelPort): Promise<void> {
  checkModel(model, "models.facts");
  await turnOn(scope, FACTS_GATE, model.model);
}
