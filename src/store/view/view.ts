import { InvalidArgumentError } from "../../model/errors.js";
import type { SessionLog } from "../../log/port.js";
import type {
  AddressedLog,
  ConversationRef,
  Neighbours,
  SearchFilters,
  StoredRow,
  View,
  ViewLog,
  ViewOptions,
} from "../port.js";
import { clipToRoom, queryFacts } from "../facts/query-facts.js";
import { byKind, readRequesterCard } from "../cards/read-card.js";
import { readMemories } from "../memory/read-memories.js";
import { readRoster } from "../roster/read-roster.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { runSearch } from "../search/run-search.js";
import {
  allowedSets,
  bindDestination,
  readRights,
  type Binding,
  type ViewTools,
} from "./binding.js";
import { conversationLog } from "./conversation-log.js";
import { EligibleSql } from "./eligible.js";
import { checkFilters, filterSql, resolveFilters } from "./filters.js";
import { readContext, readPins, readThreads } from "./folds.js";
import { around, hydrate, rowIdsOf } from "./hydrate.js";
import { Parameters } from "./parameters.js";
import { WholeLog } from "./whole-log.js";

/** Most rows on either side that `neighbours` gives. */
export const MAX_ROWS_AROUND = 50;
const DEFAULT_ROWS_AROUND = 2;

/** Binds a destination, once, and gives everything that it may read. Errors: `bindDestination`'s. */
export async function bindView(
  scope: Scope,
  options: ViewOptions,
  tools: ViewTools,
): Promise<View> {
  return viewOf(scope, await bindDestination(scope, options, tools));
}

/** The view of a destination that is bound already. */
export function viewOf(scope: Scope, binding: Binding): View {
  return Object.freeze({
    conversation: binding.conversation,
    log: logs(scope, binding),
    search: (query, options) => runSearch(scope, binding, query, options),
    fetch: (messageId) => fetchRow(scope, binding, messageId),
    neighbours: (messageId, count) => rowsAround(scope, binding, messageId, count),
    count: (filters) => countRows(scope, binding, filters),
    memories: async (options) =>
      (await readMemories(scope, binding, options)).map(({ memory }) => memory),
    facts: async (options) => clipToRoom(await queryFacts(scope, binding, options), options).answer,
    pins: (options) => readPins(scope, binding, options),
    threads: (options) => readThreads(scope, binding, options),
    context: (options) => readContext(scope, binding, options),
    card: async () => byKind((await readRequesterCard(scope, binding)).entries),
    roster: async (options) => (await readRoster(scope, binding, options)).snapshot,
  } satisfies View);
}

function logs(scope: Scope, binding: Binding): ViewLog {
  function log(): AddressedLog;
  function log(of: { readonly conversation: ConversationRef }): SessionLog;
  function log(of?: { readonly conversation: ConversationRef }): SessionLog {
    if (of === undefined) return new WholeLog(scope, binding);
    return conversationLog(scope, binding, of.conversation);
  }
  return log;
}

async function fetchRow(
  scope: Scope,
  binding: Binding,
  messageId: string,
): Promise<StoredRow | null> {
  return reading(scope, async (session) => {
    const [rows, id] = await readRow(session, binding, messageId);
    return rows.get(id) ?? null;
  });
}

async function readRow(
  session: BoundSession,
  binding: Binding,
  messageId: string,
): Promise<readonly [rows: ReadonlyMap<number, StoredRow>, id: number, sets: readonly number[]]> {
  const sets = await allowedSets(session, binding);
  const [id] = (await rowIdsOf(session, [messageId])).values();
  if (id === undefined) return [new Map(), 0, sets];
  return [await hydrate(session, binding, sets, [id]), id, sets];
}

async function rowsAround(
  scope: Scope,
  binding: Binding,
  messageId: string,
  count: number = DEFAULT_ROWS_AROUND,
): Promise<Neighbours | null> {
  if (!Number.isInteger(count) || count < 0 || count > MAX_ROWS_AROUND)
    throw InvalidArgumentError.of("count", `must be a whole number from 0 to ${MAX_ROWS_AROUND}`);
  return reading(scope, async (session) => {
    const [rows, id, sets] = await readRow(session, binding, messageId);
    const row = rows.get(id);
    if (row === undefined) return null;
    const { before = [], after = [] } = (await around(session, sets, [id], count)).get(id) ?? {};
    const near = await hydrate(session, binding, sets, [...before, ...after]);
    const rowsOf = (ids: readonly number[]): StoredRow[] => ids.flatMap((id) => near.get(id) ?? []);
    return { before: rowsOf(before).toReversed(), row, after: rowsOf(after) };
  });
}

async function countRows(
  scope: Scope,
  binding: Binding,
  filters: SearchFilters = {},
): Promise<number> {
  checkFilters(filters);
  return reading(scope, async (session) => {
    const { sets, merged } = await readRights(session, binding);
    const filter = await resolveFilters(session, binding, filters, merged);
    const parameters = new Parameters();
    const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
    // Of the replies all sources are asked at once: one by one would cost a walk for each row.
    const [row] = await session.query<{ count: number }>(
      `with rows as materialized (
        select m.id, m.lineage from backread.messages m
        where ${sql.row("m")}${filterSql(parameters, filter, "m")})
      select count(*) filter (where lineage <> 'known') + (
        select count(*) from backread.lineage_allows(${sql.perspective},
          (select array_agg(id) from rows where lineage = 'known'), ${sql.sets})) as count
      from rows`,
      parameters.values,
    );
    return row?.count ?? 0;
  });
}
