import { InvalidArgumentError } from "../../model/errors.js";
import type { ConversationRef, TurnOptions } from "../port.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { faultOfId } from "../text.js";
import type { Turn } from "../turn-port.js";
import { bindDestination, type Binding, type ViewTools } from "../view/binding.js";
import type { BoundTurn } from "./bound-turn.js";
import { appendLedger, Ledger } from "./ledger.js";
import type { OpenedTurns } from "./opened-turns.js";
import { turnOf } from "./turn.js";
import { createTurnRow, type TurnPlace, type TurnRow } from "./turn-row.js";

/**
 * Binds a turn, or goes on with one that was interrupted. Errors: those of `bindDestination`;
 * `InvalidArgumentError` for ids that are none, or a turn id that was used elsewhere;
 * `LedgerFullError` for more messages than one reply can record. `opened` remembers it.
 */
export async function openTurn(
  scope: Scope,
  options: TurnOptions,
  tools: ViewTools,
  opened?: OpenedTurns,
): Promise<Turn> {
  const given = checkOptions(options);
  const binding = await bindDestination(scope, options, tools);
  const row = await writing(scope, (session) => begin(session, { options, binding, given }), {
    retry: true,
  });
  const { answering, loaded } = given;
  const { id: turnId, runId = null } = options;
  const ledger = new Ledger(scope, { turnId, answering, loaded, held: row.ledger });
  const known = [answering, ...loaded];
  const bound: BoundTurn = { scope, binding, ledger, runId, answering, known };
  const turn = turnOf(bound);
  opened?.set(turn, bound);
  return turn;
}

/** Message ids in the form in which they are compared. */
interface GivenIds {
  readonly answering: string;
  readonly loaded: readonly string[];
  readonly observed: readonly string[];
}

function checkOptions({ id, runId, answering, loaded, observed = [] }: TurnOptions): GivenIds {
  const fault = id === "" ? "must not be empty" : (faultOfId(id) ?? faultOfId(`turn:${id}`));
  if (fault !== null) throw InvalidArgumentError.of("id", fault);
  const runFault = faultOfId(runId ?? "");
  if (runFault !== null) throw InvalidArgumentError.of("runId", runFault);
  return {
    answering: messageId("answering", answering),
    loaded: loaded.map((loadedId) => messageId("loaded", loadedId)),
    observed: observed.map((observedId) => messageId("observed", observedId)),
  };
}

const MESSAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function messageId(argument: string, text: string): string {
  const id = text.toLowerCase();
  if (MESSAGE_ID.test(id)) return id;
  throw InvalidArgumentError.of(argument, "is no message id");
}

async function begin(
  session: BoundSession,
  turn: {
    readonly options: TurnOptions;
    readonly binding: Binding;
    readonly given: GivenIds;
  },
): Promise<TurnRow> {
  const { options, binding, given } = turn;
  const { id: turnId, runId = null } = options;
  const place = { conversation: options.destination.conversation, channel: binding.channelKey };
  const row = await createTurnRow(session, turnId, { runId, destination: place });
  if (!samePlace(row.destination, place))
    throw InvalidArgumentError.of("id", "is the id of a turn of another destination");
  const { answering, loaded, observed } = given;
  const fresh = [...observed, ...loaded, answering];
  const ledger = await appendLedger(session, { turnId, answering, stored: row.ledger, fresh });
  return { ...row, ledger };
}

function samePlace(left: TurnPlace, right: TurnPlace): boolean {
  return left.channel === right.channel && sameRef(left.conversation, right.conversation);
}

function sameRef(left: ConversationRef, right: ConversationRef): boolean {
  const { type, name } = left.connector;
  const same = type === right.connector.type && name === right.connector.name;
  return same && left.kind === right.kind && left.id === right.id;
}
