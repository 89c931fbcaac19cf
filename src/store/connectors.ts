import { InvalidArgumentError } from "../model/errors.js";
import { UnknownConversationError } from "../model/store-errors.js";
import type { Namespace } from "../speakers/audience.js";
import { envelopeKey } from "../speakers/envelope/mark.js";
import type { ConnectorDeclaration, IdScope } from "./ingest-port.js";
import { writing, type BoundSession, type Scope } from "./scope.js";
import { faultOfId } from "./text.js";

export interface Connector extends Namespace {
  readonly id: number;
  readonly ids: IdScope;
  readonly agentIds: ReadonlySet<string>;
  readonly trusted: boolean;
  readonly joinersSeeHistory: boolean;
}

const ID_SCOPES: ReadonlySet<string> = new Set(["global", "workspace", "session"]);

const DECLARE = `
insert into backread.connectors
  (perspective_id, type, name, ids, agent_ids, trusted, joiners_see_history)
values ($1, $2, $3, $4, coalesce($5::text[], '{}'), coalesce($6::boolean, false),
  coalesce($7::boolean, false))
on conflict (perspective_id, type, name) do update set
  agent_ids = coalesce($5::text[], connectors.agent_ids),
  trusted = coalesce($6::boolean, connectors.trusted),
  joiners_see_history = coalesce($7::boolean, connectors.joiners_see_history)
  where connectors.ids = excluded.ids
returning id`;

/**
 * Declares a connector, or changes what is given of its declaration. Errors: `InvalidArgumentError`
 * for a declaration that is none, and for other `ids` than before: rows were stored under the old
 * meaning. A secret stays in this open store alone, so it is declared on every opening.
 */
export async function declareConnector(
  scope: Scope,
  declaration: ConnectorDeclaration,
): Promise<void> {
  checkDeclaration(declaration);
  const { envelopeSecret } = declaration;
  const key = envelopeSecret === undefined ? null : await envelopeKey(envelopeSecret);
  const { type, name, ids, agentIds, trusted = null, joinersSeeHistory = null } = declaration;
  // Whoever declares a connector for a purpose of his own, as an import does, knows not all of it.
  const kept = [agentIds === undefined ? null : [...agentIds], trusted, joinersSeeHistory];
  const rows = await writing(scope, (session) =>
    session.query(DECLARE, [session.perspectiveId, type, name, ids, ...kept]),
  );
  if (rows.length === 0)
    throw InvalidArgumentError.of("connector.ids", "is fixed by the first declaration");
  scope.envelopeKeys.set(declaration, key);
}

interface ConnectorRow {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly ids: IdScope;
  readonly agent_ids: readonly string[];
  readonly trusted: boolean;
  readonly joiners_see_history: boolean;
}

/** Errors: `UnknownConversationError` for a connector that was not declared. */
export async function requireConnector(
  session: BoundSession,
  { type, name }: Namespace,
): Promise<Connector> {
  const [row] = await session.query<ConnectorRow>(
    `select id, type, name, ids, agent_ids, trusted, joiners_see_history from backread.connectors
     where perspective_id = $1 and type = $2 and name = $3`,
    [session.perspectiveId, type, name],
  );
  if (row === undefined)
    throw new UnknownConversationError("the connector was not declared", { what: "connector" });
  const { id, ids, trusted } = row;
  const agentIds = new Set(row.agent_ids);
  return { id, type, name, ids, agentIds, trusted, joinersSeeHistory: row.joiners_see_history };
}

function checkDeclaration({ type, name, ids, agentIds = [] }: ConnectorDeclaration): void {
  if (!ID_SCOPES.has(ids)) throw InvalidArgumentError.of("connector.ids", "is not a known scope");
  for (const [argument, value] of Object.entries({ type, name })) {
    const fault = value === "" ? "must not be empty" : faultOfId(value);
    if (fault !== null) throw InvalidArgumentError.of(`connector.${argument}`, fault);
  }
  for (const id of agentIds) {
    const fault = faultOfId(id);
    if (fault !== null) throw InvalidArgumentError.of("connector.agentIds", fault);
  }
}
