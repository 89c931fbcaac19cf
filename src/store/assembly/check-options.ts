import { InvalidArgumentError } from "../../model/errors.js";
import { checkedCounter, type CountTokens } from "../../model/tokens.js";
import { REFERENCE_TOKENS, REPLAY_TOKENS } from "../bounds.js";
import { isMessageId } from "../view/hydrate.js";
import type { AssembleOptions, PayloadMessage } from "./context-port.js";

/** Options with everything that was left to us. */
export interface CheckedOptions extends Pick<AssembleOptions, "thread" | "signal"> {
  readonly maxTokens: number;
  readonly referenceTokens: number;
  readonly replayTokens: number;
  readonly countTokens: CountTokens;
}

const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** Errors: `InvalidArgumentError`. */
export function checkOptions(options: AssembleOptions): CheckedOptions {
  checkPayload(options.payload);
  const { referenceTokens = REFERENCE_TOKENS, replayTokens = REPLAY_TOKENS } = options;
  const { maxTokens = Number.MAX_SAFE_INTEGER } = options;
  for (const [argument, most] of Object.entries({ maxTokens, referenceTokens, replayTokens }))
    if (!Number.isSafeInteger(most) || most < 0)
      throw InvalidArgumentError.of(argument, "must be a whole number of at least 0");
  const { thread, signal } = options;
  return {
    maxTokens,
    referenceTokens,
    replayTokens,
    countTokens: checkedCounter(options.tokens, "tokens"),
    ...(thread === undefined ? {} : { thread }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function checkPayload(payload: readonly PayloadMessage[]): void {
  if (!Array.isArray(payload)) throw InvalidArgumentError.of("payload", "must be a list");
  for (const [index, message] of payload.entries()) {
    const fault = faultOf(message);
    if (fault !== null) throw InvalidArgumentError.of(`payload[${index}]`, fault);
  }
  if (!payload.some(({ role }) => role === "user"))
    throw InvalidArgumentError.of("payload", "must hold the user message that is answered");
}

function faultOf(message: PayloadMessage | null): string | null {
  if (typeof message !== "object" || message === null) return "is no message";
  const { role, content, messageId, sourceId } = message;
  if (!ROLES.has(role)) return "has no known role";
  if (typeof content !== "string") return "has a content that is no text";
  if (messageId !== undefined && !(typeof messageId === "string" && isMessageId(messageId)))
    return "has a messageId that is no message id";
  return sourceId === undefined || typeof sourceId === "string"
    ? null
    : "has a sourceId that is no text";
}
