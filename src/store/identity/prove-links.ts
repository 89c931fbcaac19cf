import { LINK_PROOF_DAYS } from "../bounds.js";
import type { ConversationKind } from "../port.js";
import type { BoundSession } from "../scope.js";
import { codeHash, codesIn } from "./codes.js";
import { hex } from "./start-link.js";

/** A row that was just stored, with its evidence. */
export interface ArrivedRow {
  readonly rowId: number;
  /** Kind of the key that it arrived on. */
  readonly routeKind: ConversationKind;
  readonly content: string;
}

/**
 * Takes the codes out of rows that somebody sent in their own direct conversation. To be called in
 * the transaction that stores them: a row that is rolled back proves nothing.
 */
export async function proveLinks(
  session: BoundSession,
  rows: readonly ArrivedRow[],
): Promise<{ readonly linked: number }> {
  let linked = 0;
  for (const { rowId, routeKind, content } of rows) {
    const codes = routeKind === "dm" ? codesIn(content) : [];
    // Most rows hold no code, and cost no query.
    if (codes.length > 0) linked += await proveRow(session, rowId, codes);
  }
  return { linked };
}

const LOCK_PEOPLE = `select pg_advisory_xact_lock(hashtextextended('backread.people', $1))`;

/**
 * One at a time in a perspective: two pairs that share an account must find one person, and a link
 * that is being made must not escape whoever takes links away.
 */
export async function lockPeople(session: BoundSession): Promise<void> {
  await session.query(LOCK_PEOPLE, [session.perspectiveId]);
}

async function proveRow(
  session: BoundSession,
  rowId: number,
  codes: readonly string[],
): Promise<number> {
  await lockPeople(session);
  const pairs = await redeem(session, rowId, codes);
  for (const pair of pairs) await linkPair(session, pair);
  return pairs.length;
}

// The row is the proof: its author's own words, in a conversation that only they and the agent read,
// by a connector whose rows are trusted and whose ids last.
const REDEEM = `
update backread.link_codes k set proof_row = m.id
from backread.messages m
join backread.connectors c on c.perspective_id = m.perspective_id and c.id = m.connector_id
join backread.conversations v
  on v.perspective_id = m.perspective_id and v.id = m.origin_conversation_id
where m.perspective_id = $1 and m.id = $2 and m.state = 'live' and m.author_type = 'person'
  and v.kind = 'dm' and m.route_kind = 'dm' and c.trusted and c.ids <> 'session'
  and exists (
    select from backread.evidence e
    join backread.audiences a on a.perspective_id = e.perspective_id and a.id = e.audience_id
    where e.perspective_id = $1 and e.row_id = m.id and e.source = 'sent'
      and a.kind = 'members' and a.direct and a.readers = array[m.author_id])
  and k.perspective_id = $1 and k.connector_id = m.connector_id and k.external_id = m.author_id
  and encode(k.code_hash, 'hex') = any($3::text[])
  and k.proof_row is null and k.expires_at > now()
returning k.pair`;

/** Pairs of which both codes have come. */
async function redeem(
  session: BoundSession,
  rowId: number,
  codes: readonly string[],
): Promise<readonly string[]> {
  const hashes = await Promise.all(codes.map(async (code) => hex(await codeHash(code))));
  const values = [session.perspectiveId, rowId, hashes];
  const redeemed = await session.query<{ readonly pair: string }>(REDEEM, values);
  if (redeemed.length === 0) return [];
  const pairs = [...new Set(redeemed.map(({ pair }) => pair))];
  const whole = await session.query<{ readonly pair: string }>(
    `select pair from backread.link_codes where perspective_id = $1 and pair = any($2::uuid[])
     group by pair having bool_and(proof_row is not null) order by pair`,
    [session.perspectiveId, pairs],
  );
  return whole.map(({ pair }) => pair);
}

const PEOPLE_OF_PAIR = `
select distinct l.person_id from backread.link_codes k
join backread.identity_links l on l.perspective_id = k.perspective_id
  and l.connector_id = k.connector_id and l.external_id = k.external_id
where k.perspective_id = $1 and k.pair = $2 and backread.link_is_live(l)
order by l.person_id`;

const INSERT_LINKS = `
insert into backread.identity_links
  (perspective_id, person_id, connector_id, external_id, proof_row, proved_at, expires_at)
select $1, $3, k.connector_id, k.external_id, k.proof_row, now(), now() + make_interval(days => $4)
from backread.link_codes k where k.perspective_id = $1 and k.pair = $2
order by k.connector_id, k.external_id`;

/** Both accounts become one person, and with them whoever either was linked to. */
async function linkPair(session: BoundSession, pair: string): Promise<void> {
  const { perspectiveId } = session;
  const known = await session.query<{ readonly person_id: number }>(PEOPLE_OF_PAIR, [
    perspectiveId,
    pair,
  ]);
  const people = known.map((row) => row.person_id);
  const person = people[0] ?? (await newPerson(session));
  if (people.length > 1)
    await session.query(
      `update backread.identity_links set person_id = $2
       where perspective_id = $1 and person_id = any($3::int[])`,
      [perspectiveId, person, people.slice(1)],
    );
  await session.query(INSERT_LINKS, [perspectiveId, pair, person, LINK_PROOF_DAYS]);
  await session.query(`delete from backread.link_codes where perspective_id = $1 and pair = $2`, [
    perspectiveId,
    pair,
  ]);
}

async function newPerson(session: BoundSession): Promise<number> {
  const [row] = await session.query<{ readonly id: number }>(
    `insert into backread.people (perspective_id) values ($1) returning id`,
    [session.perspectiveId],
  );
  if (row === undefined) throw new Error("a person was not written");
  return row.id;
}
