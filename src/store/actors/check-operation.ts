import { InvalidArgumentError } from "../../model/errors.js";
import { bearsControl } from "../../speakers/plain-text.js";
import { MAX_OPERATOR_UNITS, MAX_REASON_UNITS } from "../bounds.js";
import { faultOfId, storable } from "../text.js";
import type { ActorOperation } from "./options.js";

const ACTOR = /^actor:[a-z0-9._-]{1,32}:[^]+$/u;

/** An operation with every argument there. */
export type CheckedOperation = Required<ActorOperation>;

/** Errors: `InvalidArgumentError` for what is no id of an actor. */
export function checkActor(argument: string, actorId: unknown): void {
  if (typeof actorId !== "string" || !ACTOR.test(actorId))
    throw InvalidArgumentError.of(argument, "must be `actor:<connector type>:<user id>`");
  const fault = bearsControl(actorId) ? "bears a control character" : faultOfId(actorId);
  if (fault !== null) throw InvalidArgumentError.of(argument, fault);
}

/** Errors: `InvalidArgumentError`. */
export function checkOperation({
  operator,
  reason = "",
  dryRun = false,
}: ActorOperation): CheckedOperation {
  checkLine("operator", operator, MAX_OPERATOR_UNITS);
  if (operator.trim() === "") throw InvalidArgumentError.of("operator", "must not be empty");
  checkLine("reason", reason, MAX_REASON_UNITS);
  if (typeof dryRun !== "boolean") throw InvalidArgumentError.of("dryRun", "must be a boolean");
  return { operator, reason, dryRun };
}

/** A text of one line: an audit that could be broken into several would be worth nothing. */
export function checkLine(argument: string, text: unknown, most: number): void {
  if (typeof text !== "string") throw InvalidArgumentError.of(argument, "must be a text");
  if (text.length > most) throw InvalidArgumentError.of(argument, `is longer than ${most} units`);
  if (bearsControl(text) || storable(text) !== text)
    throw InvalidArgumentError.of(argument, "holds a character that it may not");
}
