import type { InitialSessionWithContext, Pinboard, ThreadIndex } from "../../model/answers.js";
import type { ContextOptions, Folded, FoldOptions } from "../port.js";
import type { IdentifiedLog } from "../view/conversation-log.js";
import { foldedLog, readContext, readPins, readThreads, toldByPins } from "../view/folds.js";
import { servedId } from "./ledgered-log.js";
import type { BoundTurn } from "./bound-turn.js";

/**
 * A fold reads through a log that enters nothing; then the rows whose text its answer holds enter.
 * Errors: `LedgerFullError`.
 */
async function folded<T>(
  { scope, binding, ledger }: BoundTurn,
  options: Pick<FoldOptions, "conversation">,
  fold: {
    readonly read: (log: IdentifiedLog) => Promise<T>;
    readonly told: (answer: T) => readonly number[];
  },
): Promise<T> {
  return ledger.alone(async () => {
    const log = foldedLog(scope, binding, options);
    const answer = await fold.read(log);
    const ids = fold.told(answer).flatMap((sequence) => servedId(log, sequence));
    await ledger.enter([...new Set(ids)], "read");
    return answer;
  });
}

export function pinsInTurn(turn: BoundTurn, options: FoldOptions = {}): Promise<Folded<Pinboard>> {
  return folded(turn, options, {
    read: (log) => readPins(turn.scope, turn.binding, options, log),
    told: ({ pins }) => toldByPins(pins),
  });
}

export function threadsInTurn(
  turn: BoundTurn,
  options: FoldOptions = {},
): Promise<Folded<ThreadIndex>> {
  return folded(turn, options, {
    read: (log) => readThreads(turn.scope, turn.binding, options, log),
    told: ({ threads }) => threads.map(({ root }) => root),
  });
}

export function contextInTurn(
  turn: BoundTurn,
  options: ContextOptions,
): Promise<InitialSessionWithContext> {
  return folded(turn, options, {
    read: (log) => readContext(turn.scope, turn.binding, options, log),
    told: ({ history, context: { pins, threads } }) => [
      ...history.map(({ sequence }) => sequence),
      ...toldByPins(pins),
      ...threads.map(({ root }) => root),
    ],
  });
}
