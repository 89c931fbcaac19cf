import { underDeadline } from "../../log/http/deadline.js";
import { InvalidArgumentError } from "../../model/errors.js";
import { ModelError } from "../../model/store-errors.js";
import { faultOfId } from "../text.js";
import type { ModelPort, ModelRequest } from "./model-port.js";

/** Errors: `InvalidArgumentError` for a model that cannot be one. */
export function checkModel({ model }: ModelPort, argument: string): void {
  const fault = model === "" ? "must not be empty" : faultOfId(model);
  if (fault !== null) throw InvalidArgumentError.of(argument, fault);
}

/**
 * The answer of a model; over when the time is, even where the model takes no notice. Errors:
 * `ModelError`; the signal's reason.
 */
export async function askModel(
  model: ModelPort,
  request: ModelRequest,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<string> {
  const { signal } = request;
  const late = (): Error => ModelError.of("timeout", `no answer within ${timeoutMs} ms`);
  const answer: unknown = await underDeadline({ signal, ms: timeoutMs, late }, (stop) =>
    model.complete({ ...request, signal: stop }),
  );
  if (typeof answer !== "string") throw ModelError.of("malformed", "it did not answer with a text");
  return answer;
}
