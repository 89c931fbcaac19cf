import type { SessionContext as Context } from "../../model/context.js";
import { BrevityPolicy, SessionContext } from "../../recall/context.js";
import type { BoundTurn } from "../turn/bound-turn.js";
import { servedId } from "../turn/ledgered-log.js";
import { foldedLog, readContext, toldByPins } from "../view/folds.js";
import type { CheckedOptions } from "./check-options.js";
import type { Part } from "./part.js";

/** The board and the threads of the turn's desk: what is assembled where every gate is off. */
export async function plainParts(
  { scope, binding }: BoundTurn,
  { thread, signal }: CheckedOptions,
): Promise<readonly [threads: Part, pins: Part]> {
  const log = foldedLog(scope, binding, {});
  const { context } = await readContext(
    scope,
    binding,
    {
      // Window and briefing are the payload's: nothing of them is read, or shown.
      window: 0,
      viewerId: "",
      brevity: BrevityPolicy.default,
      ...(thread === undefined ? {} : { thread }),
      ...(signal === undefined ? {} : { signal }),
    },
    log,
  );
  const idsOf = (sequences: readonly number[]): readonly string[] =>
    sequences.flatMap((sequence) => servedId(log, sequence));
  const { threads, pins } = context;
  return [
    {
      name: "threads",
      sources: threads.map(({ root }) => idsOf([root])),
      maxTokens: BY_ENTRIES,
      text: (entries) => textOf({ threads: threads.slice(0, entries) }),
    },
    {
      name: "pins",
      sources: pins.map((pin) => idsOf(toldByPins([pin]))),
      maxTokens: BY_ENTRIES,
      text: (entries) => textOf({ pins: pins.slice(0, entries) }),
    },
  ];
}

/** A board has 12 pins and an index 5 threads, each of bounded length: that is their budget. */
const BY_ENTRIES = Number.MAX_SAFE_INTEGER;

function textOf(part: Partial<Context>): string {
  return SessionContext.systemText({ threads: [], pins: [], notes: [], ...part }) ?? "";
}
