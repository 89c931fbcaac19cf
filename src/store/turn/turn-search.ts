import { nothingRead } from "../../log/walk.js";
import { queryDigest } from "../audit/audit-key.js";
import { insertAudit } from "../audit/audit-row.js";
import { NOTHING_EXCLUDED } from "../audit/exclusions.js";
import { DEFAULT_HITS, MAX_NEIGHBOURS } from "../bounds.js";
import type { ConditionedAnswer, StoreSearchOptions } from "../port.js";
import { reading } from "../scope.js";
import { checkRequest, runSearch } from "../search/run-search.js";
import type { SearchRequest } from "../search/request.js";
import { fitRequest } from "./budget.js";
import { withQuoted } from "./quoted.js";
import type { BoundTurn } from "./bound-turn.js";

/** A search whose every row enters the ledger; see `Turn`. */
export async function searchInTurn(
  turn: BoundTurn,
  query: string,
  options: StoreSearchOptions = {},
): Promise<ConditionedAnswer> {
  checkRequest(options);
  const { scope, binding, ledger, known } = turn;
  const { limit = DEFAULT_HITS, neighbours = MAX_NEIGHBOURS } = options;
  const request: SearchRequest = {
    ...options,
    exclude: known,
    turnId: ledger.turnId,
    runId: turn.runId ?? undefined,
  };
  return ledger.alone(async () => {
    const fitted = fitRequest({ limit, neighbours }, ledger.searchRoom);
    if (fitted === null) {
      await recordExhausted(turn, query, request);
      return EXHAUSTED;
    }
    return enterHits(turn, await runSearch(scope, binding, query, { ...request, ...fitted }));
  });
}

/** Enters as many hits as have room, from the best; text that they quote brings its own message. */
async function enterHits(
  { scope, ledger }: BoundTurn,
  answer: ConditionedAnswer,
): Promise<ConditionedAnswer> {
  const rows = answer.hits.map((hit) => [hit, ...hit.before, ...hit.after]);
  const groups = await withQuoted(scope, rows);
  const fitting = ledger.fitting(groups);
  await ledger.enter(groups.slice(0, fitting).flat(), "search");
  if (fitting === answer.hits.length) return answer;
  return fitting === 0 ? EXHAUSTED : { ...answer, hits: answer.hits.slice(0, fitting) };
}

const EXHAUSTED: ConditionedAnswer = Object.freeze({
  status: "search_budget_exhausted",
  hits: [],
  lanes: [],
  coverage: nothingRead(null),
  reason: "the turn has seen as many messages as one reply may stand on",
  degraded: [],
});

async function recordExhausted(
  { scope, binding }: BoundTurn,
  query: string,
  request: SearchRequest,
): Promise<void> {
  const digest = await queryDigest(scope.auditKey, query);
  await reading(scope, (session) =>
    insertAudit(session, binding, {
      digest,
      request,
      outcome: "search_budget_exhausted",
      selected: [],
      degraded: [],
      excluded: NOTHING_EXCLUDED,
    }),
  );
}
