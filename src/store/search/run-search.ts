import { SEARCH_SCAN } from "../../model/bounds.js";
import { InvalidArgumentError } from "../../model/errors.js";
import type { Coverage } from "../../model/message.js";
import { DEFAULT_HITS, LITERAL_POOL, MAX_HITS, MAX_NEIGHBOURS } from "../bounds.js";
import { groupsOfAccounts } from "../actors/groups.js";
import { nothingRead } from "../../log/walk.js";
import { insertAudit } from "../audit/audit-row.js";
import { NOTHING_EXCLUDED } from "../audit/exclusions.js";
import { recordFailure } from "../audit/record-failure.js";
import { queryDigest } from "../audit/audit-key.js";
import { writeAudit } from "../audit/write-audit.js";
import type { ConditionedAnswer, StoreHit, StoredRow } from "../port.js";
import type { SpeakerReport } from "../../model/stored.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { findNear } from "../semantic/find-near.js";
import type { Meaning } from "../semantic/lane.js";
import { storable } from "../text.js";
import type { Binding } from "../view/binding.js";
import { checkFilters, resolveFilters, type RowFilter } from "../view/filters.js";
import { around, hydrate, isMessageId } from "../view/hydrate.js";
import { FIRST_NUMBER } from "../view/whole-log.js";
import { newestRows, rowsHolding } from "./find-literals.js";
import { planLanes, possibleLiterals, type LanePlan } from "./lanes.js";
import { checkExpression, literalRanking } from "./literals.js";
import { readPool } from "./pool.js";
import { isShort, shapeOf, type QueryShape } from "./query-shape.js";
import { rankPool } from "./rank-pool.js";
import { reasonOf } from "./reason.js";
import { answerStrictly, type StrictAnswer } from "./speaker/answer-speaker.js";
import { checkSpeaker, resolveSpeaker } from "./speaker/resolve-speaker.js";
import { readVoices } from "./speaker/voices.js";
import type { Asked, Found, SearchRequest } from "./request.js";
import { looksUp } from "./scoring.js";
import { openSearch, readTerms, type Opening } from "./statistics.js";

/**
 * One search, from rights to audit row, in one transaction of one snapshot. A search that fails
 * writes its audit row, without ids, in a second one. Errors: `InvalidArgumentError`,
 * `RegexUnsupportedError`, `InvalidPatternError`, `RegexBudgetError`, `TimedOutError`,
 * `DatabaseError`.
 */
export async function runSearch(
  scope: Scope,
  binding: Binding,
  query: string,
  request: SearchRequest = {},
): Promise<ConditionedAnswer> {
  checkRequest(request);
  const { core } = await binding.tools.recall();
  const text = storable(query);
  const shape = shapeOf(core, text);
  const digest = await queryDigest(scope.auditKey, query);
  const { signal } = request;
  try {
    if (shape.type === "expression") checkExpression(core, binding.tools.regex, shape.source);
    const meaning = await meaningOf(binding, { query: text, shape }, request);
    return await reading(
      scope,
      (session) =>
        searchIn(session, binding, { core, query: text, shape, digest, request, meaning }),
      { signal },
    );
  } catch (error) {
    // What failed is told, also where it cannot be written down.
    await recordFailure(scope, binding, { digest, request, error }).catch(() => undefined);
    throw error;
  }
}

/** Asked before the transaction opens, so that none waits for an embedder. */
async function meaningOf(
  { tools }: Binding,
  { query, shape }: { readonly query: string; readonly shape: QueryShape },
  { signal }: SearchRequest,
): Promise<Meaning | null> {
  if (tools.semantic === undefined || shape.type !== "text") return null;
  return tools.semantic.meaningOf(query, signal);
}

/** Errors: `InvalidArgumentError`. */
export function checkRequest({ limit, neighbours, filters, speaker }: SearchRequest): void {
  checkWhole("limit", limit, 1, MAX_HITS);
  checkWhole("neighbours", neighbours, 0, MAX_NEIGHBOURS);
  if (filters !== undefined) checkFilters(filters);
  if (speaker !== undefined) checkSpeaker(speaker);
}

function checkWhole(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw InvalidArgumentError.of(name, `must be a whole number from ${least} to ${most}`);
}

async function searchIn(
  session: BoundSession,
  binding: Binding,
  asked: Asked,
): Promise<ConditionedAnswer> {
  const { request, shape } = asked;
  const speaker =
    request.speaker === undefined ? null : await resolveSpeaker(session, binding, request.speaker);
  if (speaker === null && request.speaker?.only === true) return nobody(session, binding, asked);
  const words = shape.type === "text" ? asked.query : "";
  const opening = await openSearch(session, binding, {
    text: words,
    literals: possibleLiterals(shape).filter((literal) => !isShort(literal)),
    exclude: (request.exclude ?? []).filter((id) => isMessageId(id)),
  });
  const { accounts, excluded, merged, trigrams } = opening;
  const terms = await readTerms(session, opening);
  const anybody = await resolveFilters(session, binding, request.filters ?? {}, merged);
  const filter = { ...anybody, speaker };
  const near = await findNear(session, asked.meaning, { sets: opening.sets, filter, excluded });
  const plan = withLanes(planLanes({ shape, terms, withTrigrams: trigrams }), near.lanes);
  const looked = await lookFor(session, binding, asked, { opening, plan, filter, excluded });
  const pool = await readPool(session, binding, {
    sets: opening.sets,
    corpus: opening.corpus,
    terms,
    lookUp: looksUp(terms),
    filter,
    excluded,
    found: [...new Set([...looked.found, ...near.parts.keys()])],
    accounts,
    actors: merged ? await groupsOfAccounts(session, accounts) : [],
    inTurn: request.turnId !== undefined,
    withContent: plan.indexed.length + plan.walked.length > 0 || plan.expression !== null,
  });
  const ranked = rankPool(asked.core, binding, {
    query: words,
    plan,
    pool,
    near: near.parts,
    filter,
  });
  const leftOut = [...new Set([...looked.leftOut, ...near.leftOut])];
  const found: Found = { opening, terms, plan, filter, pool, leftOut, near, ranked };
  const best = await readHits(session, binding, found, request);
  const strict = await strictly(session, binding, asked, { found, best, anybody });
  const hits = strict?.hits ?? best;
  await writeAudit(session, binding, { asked, found, hits });
  const coverage = coverageOf(plan, looked.walked ?? opening.corpus.documents);
  return {
    status: hits.length === 0 ? "nothing_found" : "ok",
    hits,
    lanes: plan.lanes,
    coverage,
    reason: hits.length === 0 ? reasonOf(plan, request.filters ?? {}, coverage) : null,
    degraded: near.degraded,
    ...(request.speaker === undefined ? {} : { speakers: strict?.report ?? hinted(speaker) }),
    ...(request.voices === true
      ? { voiceOf: await readVoices(session, hits, strict?.sources ?? new Map()) }
      : {}),
  };
}

function hinted(speaker: RowFilter["speaker"]): SpeakerReport {
  return { unresolved: speaker === null, filtered: false, recalled: false, counts: null };
}

/** A strict speaker that does not hold here: nothing is looked for, and nothing is counted. */
async function nobody(
  session: BoundSession,
  binding: Binding,
  { digest, request }: Asked,
): Promise<ConditionedAnswer> {
  await insertAudit(session, binding, {
    digest,
    request,
    outcome: "nothing_found",
    selected: [],
    degraded: [],
    excluded: NOTHING_EXCLUDED,
  });
  return {
    status: "nothing_found",
    hits: [],
    lanes: [],
    coverage: nothingRead(null),
    reason: "the speaker does not hold for this request",
    degraded: [],
    speakers: hinted(null),
  };
}

/** Null without a strict speaker. */
async function strictly(
  session: BoundSession,
  binding: Binding,
  asked: Asked,
  given: {
    readonly found: Found;
    readonly best: readonly StoreHit[];
    readonly anybody: RowFilter;
  },
): Promise<StrictAnswer | null> {
  const { found, best, anybody } = given;
  const { opening, plan, terms, near } = found;
  const { speaker } = found.filter;
  if (speaker?.only !== true) return null;
  const { excluded } = opening;
  // No index says who else a walk would have met.
  const walks = plan.walked.length > 0 || plan.expression !== null;
  const looked = walks
    ? await lookFor(session, binding, asked, { opening, plan, filter: anybody, excluded })
    : null;
  return answerStrictly(session, binding, speaker, {
    sets: opening.sets,
    filter: anybody,
    excluded,
    matching: {
      lexemes: terms.filter(({ frequency }) => frequency > 0).map(({ lexeme }) => lexeme),
      literals: plan.indexed,
      walked: plan.walked,
    },
    found: [...(looked?.met ?? []), ...near.parts.keys()],
    hits: best,
    limit: asked.request.limit,
  });
}

function withLanes(plan: LanePlan, lanes: LanePlan["lanes"]): LanePlan {
  return { ...plan, lanes: [...plan.lanes, ...lanes] };
}

interface Looked {
  readonly found: readonly number[];
  /** Every match of the walk that the turn has not yet. */
  readonly met: readonly number[];
  readonly leftOut: readonly number[];
  /** Rows that were walked; null when none had to be. */
  readonly walked: number | null;
}

/** Rows that hold a literal of the query, by trigrams and by the walk. */
async function lookFor(
  session: BoundSession,
  binding: Binding,
  { core }: Asked,
  given: {
    readonly opening: Opening;
    readonly plan: LanePlan;
    readonly filter: RowFilter;
    readonly excluded: readonly number[];
  },
): Promise<Looked> {
  const { opening, plan, filter, excluded } = given;
  const request = { sets: opening.sets, filter };
  const held = await rowsHolding(session, plan.indexed, request, excluded.length);
  const walks = plan.walked.length > 0 || plan.expression !== null;
  const rows = walks ? await newestRows(session, request) : [];
  const points = literalRanking(core, binding.tools.regex, { ...plan, indexed: [] }).points(
    rows.map(({ content }) => content),
  );
  const met = rows
    .map(({ id }, index) => ({ id, points: points[index] }))
    .filter(({ points }) => points !== undefined && points.walked + points.expression > 0)
    .toSorted((a, b) => totalOf(b.points) - totalOf(a.points))
    .map(({ id }) => id);
  const out = new Set(excluded);
  const take = (ids: readonly number[]): number[] =>
    ids.filter((id) => !out.has(id)).slice(0, LITERAL_POOL);
  return {
    found: [...new Set([...take(held), ...take(met)])],
    met: met.filter((id) => !out.has(id)),
    leftOut: [...new Set([...held, ...met])].filter((id) => out.has(id)),
    walked: walks ? rows.length : null,
  };
}

function totalOf(points: { walked: number; expression: number } | undefined): number {
  return points === undefined ? 0 : points.walked + points.expression;
}

/** The best rows as they are answered, each with the rows around it. */
async function readHits(
  session: BoundSession,
  binding: Binding,
  { opening, ranked, filter }: Found,
  { limit = DEFAULT_HITS, neighbours: wished = MAX_NEIGHBOURS }: SearchRequest,
): Promise<readonly StoreHit[]> {
  const { sets } = opening;
  const neighbours = filter.speaker?.only === true ? 0 : wished;
  // Of equals he comes first among those that are answered: a hint changes no other row's place.
  const best = ranked
    .slice(0, limit)
    .sort((a, b) => b.score - a.score || Number(b.candidate.affine) - Number(a.candidate.affine));
  const near = new Map(best.map(({ candidate }) => [candidate.id, candidate]));
  const wanted = (): number[] =>
    [...near].flatMap(([id, { before, after }]) => [
      id,
      ...before.slice(0, neighbours),
      ...after.slice(0, neighbours),
    ]);
  let rows = await hydrate(session, binding, sets, [...new Set(wanted())]);
  if (wanted().some((id) => !rows.has(id))) {
    // A neighbour that its sources do not bear out is skipped, and the next one takes its place.
    const exact = await around(session, sets, [...near.keys()], neighbours);
    for (const [id, candidate] of near) near.set(id, { ...candidate, ...exact.get(id) });
    rows = await hydrate(session, binding, sets, [...new Set(wanted())]);
  }
  return best.flatMap(({ candidate, lanes, score, parts }) => {
    const row = rows.get(candidate.id);
    const { before, after } = near.get(candidate.id) ?? candidate;
    if (row === undefined) return [];
    return [
      Object.freeze({
        ...row,
        lanes,
        score,
        parts,
        before: rowsOf(rows, before.slice(0, neighbours)).toReversed(),
        after: rowsOf(rows, after.slice(0, neighbours)),
      }),
    ];
  });
}

function rowsOf(rows: ReadonlyMap<number, StoredRow>, ids: readonly number[]): StoredRow[] {
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/**
 * Rows are counted as the log across conversations numbers them: downwards, from the newest. The
 * index is read whole; a walk ends at its bound.
 */
function coverageOf({ walked, expression }: LanePlan, scanned: number): Coverage {
  const bounded = (walked.length > 0 || expression !== null) && scanned >= SEARCH_SCAN;
  const oldest = scanned === 0 ? null : FIRST_NUMBER - scanned + 1;
  return {
    scanned,
    oldest,
    complete: !bounded,
    nextBefore: bounded ? oldest : null,
    stoppedBy: bounded ? "bound" : "end",
  };
}
