import { throwIfAborted } from "../../../log/abort.js";
import { ModelError } from "../../../model/store-errors.js";
import type { StopSignal } from "../../../model/signal.js";
import { unusable, type Unusable } from "../../../speakers/card/answer.js";
import { again, type CardTask } from "../../../speakers/card/task.js";
import { CARD_ANSWER_TRIES } from "../../bounds.js";
import { askModel } from "../../model-port/ask-model.js";
import type { ModelPort } from "../../model-port/model-port.js";

/** One of the questions of a build. */
export interface CardCall<T> {
  readonly model: ModelPort;
  readonly task: CardTask;
  readonly read: (answer: string) => T | Unusable;
}

export interface CallPatience {
  /** Milliseconds of one call. */
  readonly timeoutMs: number;
  readonly signal: StopSignal | undefined;
}

/** A model that gave no answer, however often it would be asked now. */
export interface Outage {
  readonly ok: false;
  readonly outage: string;
}

/**
 * Asks until an answer can be used, `CARD_ANSWER_TRIES` times at most, each time with what was wrong
 * with the last one. Errors: the signal's reason.
 */
export async function askCard<T extends { readonly ok: true }>(
  { model, task, read }: CardCall<T>,
  patience: CallPatience,
): Promise<T | Unusable | Outage> {
  let last = unusable("it was not asked");
  for (let tries = 0; tries < CARD_ANSWER_TRIES; tries++) {
    const asked = tries === 0 ? task : again(task, last.problem);
    const heard = await hear(model, asked, patience);
    const result = typeof heard === "string" ? read(heard) : heard;
    if (result.ok || "outage" in result) return result;
    last = result;
  }
  return last;
}

async function hear(
  model: ModelPort,
  task: CardTask,
  { timeoutMs, signal }: CallPatience,
): Promise<string | Unusable | Outage> {
  try {
    return await askModel(model, { ...task, signal }, { timeoutMs });
  } catch (error) {
    // Whoever stopped it knows why; of a model it says nothing.
    throwIfAborted(signal);
    return faultOf(error);
  }
}

/** What an error means. Its own words are not repeated: a host's model may put a text in them. */
function faultOf(error: unknown): Unusable | Outage {
  if (!(error instanceof ModelError)) return { ok: false, outage: "unknown" };
  const { failure, status } = error.data;
  if (failure === "malformed") return unusable("there was no text in it");
  if (failure === "truncated") return unusable("it broke off at its length, and must be shorter");
  return { ok: false, outage: status === null ? failure : `${failure} ${status}` };
}
