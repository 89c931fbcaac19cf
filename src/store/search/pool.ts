import { NEAR_POOL, NEAR_TERMS, RERANK_POOL } from "../bounds.js";
import { SESSION_WINDOW } from "../../model/bounds.js";
import type { BoundSession } from "../scope.js";
import type { AccountId, Binding } from "../view/binding.js";
import { EligibleSql, newestFirst } from "../view/eligible.js";
import { accountsSql, filterSql, isFiltering, type RowFilter } from "../view/filters.js";
import { Parameters } from "../view/parameters.js";
import { ROW_PLACES } from "../view/stored-row.js";
import type { CorpusSize } from "./bm25.js";
import { heldOf, Scoring } from "./scoring.js";
import { speakerSql } from "./speaker/speaker-sql.js";
import type { Term } from "./statistics.js";

/** A row that may become a hit, and what its features are worked out from. */
export interface Candidate {
  readonly id: number;
  readonly messageId: string;
  /** Place in the total order of ties, newest first, from 1. */
  readonly position: number;
  /** Sum of its BM25 shares, in millionths. */
  readonly words: number;
  /** The neighbours' own, in tenths of millionths: 5 for each nearest, 2 for each next. */
  readonly neighbours: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly authorLabel: string;
  /** Seconds; null for a row without a full time. */
  readonly age: number | null;
  readonly sameConversation: boolean;
  readonly sameNamespace: boolean;
  readonly inWindow: boolean;
  readonly requesterSpoke: boolean;
  /** It is of the speaker whom the search is about. */
  readonly affine: boolean;
  /** Its sources bear it out. */
  readonly verified: boolean;
  /** Null unless it was asked for. */
  readonly content: string | null;
}

export interface Pool {
  readonly candidates: readonly Candidate[];
  /** Eligible rows that match and pass the filters. */
  readonly matches: number;
  /** Rows left out because the turn has them already. */
  readonly excluded: number;
}

export interface PoolRequest {
  readonly sets: readonly number[];
  readonly corpus: CorpusSize;
  readonly terms: readonly Term[];
  /** Scores of single rows are looked up: see `looksUp`. */
  readonly lookUp: boolean;
  readonly filter: RowFilter;
  /** Rows to leave out. */
  readonly excluded: readonly number[];
  /** Rows that another lane found. */
  readonly found: readonly number[];
  readonly accounts: readonly AccountId[];
  /** Actors that count as one with the accounts, where operators merged some. */
  readonly actors: readonly string[];
  readonly withContent: boolean;
  /** A turn has loaded the recent window of its conversation; whoever only looks has not. */
  readonly inTurn: boolean;
}

interface PoolRecord {
  readonly matches: number;
  readonly excluded: number;
  readonly id: number | null;
  readonly message_id: string;
  readonly place: number;
  readonly words: number;
  readonly neighbours: number;
  readonly before: number[];
  readonly after: number[];
  readonly author_label: string;
  readonly age: number | null;
  readonly same_conversation: boolean;
  readonly same_namespace: boolean;
  readonly in_window: boolean;
  readonly requester_spoke: boolean;
  readonly affine: boolean;
  readonly verified: boolean;
  readonly content: string | null;
}

/** The best rows by words and those that other lanes found, each with what its features need. */
export async function readPool(
  session: BoundSession,
  binding: Binding,
  request: PoolRequest,
): Promise<Pool> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, {
    perspectiveId: session.perspectiveId,
    sets: request.sets,
  });
  const scoring = new Scoring(parameters, sql, request);
  const text = `with ${[
    scoring.all(),
    chosenSql(parameters, sql, scoring, request),
    aroundSql(sql, scoring),
    spokeSql(parameters, sql, request),
    ...(request.inTurn ? [windowSql(parameters, sql, binding.place.conversationId)] : []),
  ].join(",\n")} ${resultSql(parameters, sql, binding, request)}`;
  const records = await session.query<PoolRecord>(text, parameters.values);
  const [first] = records;
  return {
    candidates: records.flatMap((record) => toCandidate(record)),
    matches: first?.matches ?? 0,
    excluded: first?.excluded ?? 0,
  };
}

/**
 * The best `RERANK_POOL` rows by score, ties by the total order. Only rows at or above the lowest
 * score that can be among them are looked up, so a common term costs no look-up a row. What a search
 * has no need of is left out of its statement: planning it would cost more than a rare term does.
 */
function chosenSql(
  parameters: Parameters,
  sql: EligibleSql,
  scoring: Scoring,
  request: PoolRequest,
): string {
  const { excluded, found, filter } = request;
  // What stands beside a match is none: a strict speaker is answered by his own matches.
  const strict = filter.speaker?.only === true;
  const held = heldOf(request.terms);
  const isQuestion = !strict && held.length >= NEAR_TERMS;
  const passed = passedSql(parameters, sql, request.filter);
  const none = excluded.length === 0;
  const out = none ? "" : `${parameters.add(excluded)}::bigint[]`;
  const without = none ? "true" : `row_id <> all(${out})`;
  const left = none ? "0" : `(select count(*) from ${passed.name} where row_id = any(${out}))`;
  const best = `best as (
  select ${CHOSEN_COLUMNS}, c.score
  from ${passed.name} c join backread.messages m on m.id = c.row_id ${ROW_PLACES}
  where ${sql.row("m")} and ${without} and c.score >= coalesce((
    select score from ${passed.name} where ${without}
    order by score desc offset ${RERANK_POOL - 1} limit 1), 0)
  order by c.score desc, ${newestFirst("m", "v", "n")} limit ${RERANK_POOL})`;
  const [only] = held;
  const all =
    only !== undefined && held.length === 1 && none && !isFiltering(filter)
      ? `${parameters.add(only.frequency)}::bigint`
      : `(select count(*) from ${passed.name} where ${without})`;
  const counted = `counted as (
  select ${all}${
    found.length === 0
      ? ""
      : ` + (select count(*) from others where id not in (
      select row_id from ${passed.name}))`
  } as matches, ${left} as excluded)`;
  const chosen = `chosen as materialized (
  select c.*, row_number() over (order by c.sent_at desc nulls last, c.type collate "C" desc,
    c.name collate "C" desc, c.kind collate "C" desc, c.key collate "C" desc,
    c.sequence desc) as place
  from (select * from best${found.length === 0 ? "" : " union all select * from others"}${
    isQuestion ? " union all select * from near" : ""
  }) c)`;
  const others = found.length === 0 ? [] : [othersSql(parameters, sql, scoring, found)];
  const near = isQuestion
    ? [sourcesSql(parameters, sql, request), nearSql(parameters, sql, scoring, request)]
    : [];
  return [...passed.parts, best, ...others, ...near, counted, chosen].join(",\n");
}

/**
 * The best rows of all, whatever the filters: what they lend to the rows around them is the same
 * with a filter as without one. What a turn has already leads it nowhere.
 */
function sourcesSql(
  parameters: Parameters,
  sql: EligibleSql,
  { excluded, filter }: PoolRequest,
): string {
  if (!isFiltering(filter))
    return `sources as materialized (
  select c.id, c.conversation_id, c.sequence from best c
  order by c.score desc, ${newestFirst("c", "c", "c")} limit ${NEAR_POOL})`;
  const without =
    excluded.length === 0 ? "" : ` and c.row_id <> all(${parameters.add(excluded)}::bigint[])`;
  return `sources as materialized (
  select m.id, m.conversation_id, m.sequence
  from scored c join backread.messages m on m.id = c.row_id ${ROW_PLACES}
  where ${sql.row("m")}${without} and c.score >= coalesce((
    select score from scored c where true${without}
    order by score desc offset ${NEAR_POOL - 1} limit 1), 0)
  order by c.score desc, ${newestFirst("m", "v", "n")} limit ${NEAR_POOL})`;
}

/** Rows beside the best: an answer seldom repeats the words of its question. */
function nearSql(
  parameters: Parameters,
  sql: EligibleSql,
  scoring: Scoring,
  request: PoolRequest,
): string {
  const { excluded, found, filter } = request;
  const without =
    excluded.length === 0 ? "" : ` and m.id <> all(${parameters.add(excluded)}::bigint[])`;
  const scores = scoring.of("scores_beside", "select id from beside");
  const beside = `beside as materialized (
  select distinct x.id from sources c, lateral (
    ${besideSql(sql, "<", "desc")} union all ${besideSql(sql, ">", "asc")}) x)`;
  const near = `near as (
  select ${CHOSEN_COLUMNS}, coalesce(s.score, 0) as score
  from beside w join backread.messages m on m.id = w.id ${ROW_PLACES}
    left join ${scores.name} s on s.row_id = w.id
  where ${sql.row("m")}${filterSql(parameters, filter, "m")}${without}
    and w.id not in (select id from best)${
      found.length === 0 ? "" : " and w.id not in (select id from others)"
    })`;
  return [beside, ...scores.parts, near].join(",\n");
}

function besideSql(sql: EligibleSql, compare: "<" | ">", order: "asc" | "desc"): string {
  return `(select r.id from backread.messages r
      where r.conversation_id = c.conversation_id and r.sequence ${compare} c.sequence
        and ${sql.row("r")} order by r.sequence ${order} limit 2)`;
}

const CHOSEN_COLUMNS = `m.id, m.message_id, m.conversation_id, m.connector_id, m.sequence, m.sent_at,
    m.author_label, m.content, n.type, n.name, v.kind, v.key`;

/** Scored rows that the filter leaves. */
function passedSql(
  parameters: Parameters,
  sql: EligibleSql,
  filter: RowFilter,
): { readonly name: string; readonly parts: readonly string[] } {
  if (!isFiltering(filter)) return { name: "scored", parts: [] };
  const passed = `passed as materialized (
  select s.row_id, s.score from scored s join backread.messages m on m.id = s.row_id
  where m.perspective_id = ${sql.perspective}${filterSql(parameters, filter, "m")})`;
  return { name: "passed", parts: [passed] };
}

/** Rows of other lanes that are not among the best by words. */
function othersSql(
  parameters: Parameters,
  sql: EligibleSql,
  scoring: Scoring,
  found: readonly number[],
): string {
  const ids = `unnest(${parameters.add(found)}::bigint[])`;
  const scores = scoring.of("scores_found", `select ${ids}`);
  const others = `others as (
  select ${CHOSEN_COLUMNS}, coalesce(s.score, 0) as score
  from ${ids} as f(id) join backread.messages m on m.id = f.id ${ROW_PLACES}
    left join ${scores.name} s on s.row_id = f.id
  where ${sql.row("m")} and f.id not in (select id from best))`;
  return [...scores.parts, others].join(",\n");
}

/** The two eligible rows on either side, and the weight of each in tenths. */
function aroundSql(sql: EligibleSql, scoring: Scoring): string {
  const side = (compare: "<" | ">", order: "asc" | "desc", sign: "-" | ""): string => `(
    select r.id, ${sign}row_number() over (order by r.sequence ${order}) as distance
    from backread.messages r
    where r.conversation_id = c.conversation_id and r.sequence ${compare} c.sequence
      and ${sql.row("r")} order by r.sequence ${order} limit 2)`;
  const scores = scoring.of("scores_around", "select id from around");
  const around = `around as materialized (
  select c.id as row_id, x.id, x.distance from chosen c, lateral (
    ${side("<", "desc", "-")} union all ${side(">", "asc", "")}) x)`;
  const shares = `shares as (
  select a.row_id,
    sum(case when abs(a.distance) = 1 then 5 else 2 end * coalesce(s.score, 0))::bigint as score,
    array_agg(a.id order by a.distance desc) filter (where a.distance < 0) as before,
    array_agg(a.id order by a.distance) filter (where a.distance > 0) as after
  from around a left join ${scores.name} s on s.row_id = a.id group by a.row_id)`;
  return [around, ...scores.parts, shares].join(",\n");
}

/** Conversations of the pool in which the requester wrote a row that may be read here. */
function spokeSql(
  parameters: Parameters,
  sql: EligibleSql,
  { accounts, actors }: PoolRequest,
): string {
  return `spoke as (
  select c.conversation_id from (select distinct conversation_id from chosen) c
  where exists (select from backread.messages r where r.conversation_id = c.conversation_id
    and ${accountsSql(parameters, accounts, "r", actors)} and ${sql.row("r")}))`;
}

/** The oldest row of the window that a turn of the destination has loaded; null: all are in it. */
function windowSql(parameters: Parameters, sql: EligibleSql, conversationId: number): string {
  return `recent as (
  select r.sequence from backread.messages r
  where r.conversation_id = ${parameters.add(conversationId)}::int and ${sql.row("r")}
  order by r.sequence desc offset ${SESSION_WINDOW - 1} limit 1)`;
}

function resultSql(
  parameters: Parameters,
  sql: EligibleSql,
  { place, tools }: Binding,
  { withContent, inTurn, filter }: PoolRequest,
): string {
  const here = `c.conversation_id = ${parameters.add(place.conversationId)}::int`;
  const now = `coalesce(${parameters.add(tools.now ?? null)}::timestamptz, now())`;
  return `
select k.matches, k.excluded, c.id, c.message_id::text as message_id, c.place, c.score as words,
  coalesce(h.score, 0) as neighbours,
  coalesce(h.before, '{}') as before, coalesce(h.after, '{}') as after, c.author_label,
  floor(extract(epoch from ${now} - c.sent_at))::bigint as age,
  ${here} as same_conversation,
  c.connector_id = ${parameters.add(place.connectorId)}::int as same_namespace,
  ${inTurn ? `${here} and c.sequence >= coalesce((select sequence from recent), c.sequence)` : "false"} as in_window,
  c.conversation_id in (select conversation_id from spoke) as requester_spoke,
  ${affineSql(parameters, sql, filter)} as affine,
  c.id in (select backread.lineage_allows(${sql.perspective},
    (select array_agg(id) from chosen), ${sql.sets})) as verified,
  case when ${parameters.add(withContent)}::boolean then c.content end as content
from counted k left join chosen c on true left join shares h on h.row_id = c.id
order by c.place`;
}

function affineSql(parameters: Parameters, sql: EligibleSql, { speaker }: RowFilter): string {
  if (speaker === null) return "false";
  return `exists (select from backread.messages a
    where a.perspective_id = ${sql.perspective} and a.id = c.id
      and ${speakerSql(parameters, speaker, "a")})`;
}

function toCandidate(record: PoolRecord): readonly Candidate[] {
  if (record.id === null) return [];
  return [
    {
      id: record.id,
      messageId: record.message_id,
      position: record.place,
      words: record.words,
      neighbours: record.neighbours,
      before: record.before,
      after: record.after,
      authorLabel: record.author_label,
      age: record.age,
      sameConversation: record.same_conversation,
      sameNamespace: record.same_namespace,
      inWindow: record.in_window,
      requesterSpoke: record.requester_spoke,
      affine: record.affine,
      verified: record.verified,
      content: record.content,
    },
  ];
}
