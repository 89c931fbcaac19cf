import { readAudit } from "../audit/read-audit.js";
import { remember } from "../memory/remember.js";
import { reading } from "../scope.js";
import type { Turn, TurnTrace } from "../turn-port.js";
import { viewOf } from "../view/view.js";
import type { BoundReply, BoundTurn } from "./bound-turn.js";
import { deliver } from "./deliver.js";
import { ledgeredLogs } from "./ledgered-log.js";
import { contextInTurn, pinsInTurn, threadsInTurn } from "./turn-folds.js";
import { cardInTurn } from "./turn-card.js";
import { rosterInTurn } from "./turn-roster.js";
import { readTurnRow } from "./turn-row.js";
import { factsInTurn, fetchInTurn, memoriesInTurn, neighboursInTurn } from "./turn-rows.js";
import { searchInTurn } from "./turn-search.js";

/** Every function of a view, each of which enters what it tells, and what only a turn can do. */
export function turnOf(turn: BoundTurn): Turn {
  const { scope, binding, ledger } = turn;
  const view = viewOf(scope, binding);
  return Object.freeze({
    id: ledger.turnId,
    conversation: view.conversation,
    log: ledgeredLogs(turn),
    search: (query, options) => searchInTurn(turn, query, options),
    fetch: (messageId) => fetchInTurn(turn, view, messageId),
    neighbours: (messageId, count) => neighboursInTurn(turn, view, messageId, count),
    // A number is nobody's text.
    count: (filters) => view.count(filters),
    memories: (options) => memoriesInTurn(turn, options),
    facts: (options) => factsInTurn(turn, options),
    pins: (options) => pinsInTurn(turn, options),
    threads: (options) => threadsInTurn(turn, options),
    context: (options) => contextInTurn(turn, options),
    card: () => cardInTurn(turn),
    roster: (options) => rosterInTurn(turn, options),
    // What is being read may still enter, and it is in the answer that is given.
    remember: (text) =>
      ledger.alone(() => remember(scope, { turnId: ledger.turnId, destination: binding }, text)),
    deliver: (reply, now) => ledger.alone(() => deliver(scope, replyOf(turn), reply, now)),
    trace: () => trace(turn),
  } satisfies Turn);
}

function replyOf({ binding, ledger, answering }: BoundTurn): BoundReply {
  return {
    turnId: ledger.turnId,
    conversation: binding.options.destination.conversation,
    channel: binding.channelKey,
    audience: binding.audience,
    answering,
  };
}

async function trace({ scope, ledger: { turnId } }: BoundTurn): Promise<TurnTrace> {
  const row = await reading(scope, (session) => readTurnRow(session, turnId));
  const { runId, ledger, delivered } = row;
  return { turnId, runId, ledger, searchAudit: await readAudit(scope, { turnId }), delivered };
}
