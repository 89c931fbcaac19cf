import { InvalidArgumentError } from "../../model/errors.js";
import type { ActorLabel, ActorPage, ActorProfile } from "../../model/stored.js";
import {
  ACTOR_LABELS,
  ACTOR_SCAN,
  DEFAULT_ACTORS,
  MAX_ACTORS,
  STATEMENT_TIMEOUT_MS,
} from "../bounds.js";
import { checkCount } from "../check-count.js";
import { requireConnector } from "../connectors.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { storable } from "../text.js";
import type { AccountId } from "../view/binding.js";
import { instantSql, shortInstant } from "../view/instant.js";
import { Parameters } from "../view/parameters.js";
import type { ActorQuery } from "./options.js";

/**
 * Accounts that have spoken, a page at a time, out of the rows themselves: for operators, whoever may
 * read the rows. Errors: `InvalidArgumentError`; `UnknownConversationError` for a connector.
 */
export async function readActors(scope: Scope, query: ActorQuery = {}): Promise<ActorPage> {
  const { connector, like, limit = DEFAULT_ACTORS } = query;
  checkCount("limit", limit, { most: MAX_ACTORS });
  if (like !== undefined && (typeof like !== "string" || storable(like) !== like))
    throw InvalidArgumentError.of("like", "must be a text that can be stored");
  const after = accountOf(query.after);
  return reading(
    scope,
    async (session) => {
      const only = connector === undefined ? null : (await requireConnector(session, connector)).id;
      const most = like === undefined ? limit : ACTOR_SCAN;
      const accounts = await accountsAfter(session, { after, only, most });
      const found = await readProfiles(session, accounts, like ?? null);
      const shown = found.slice(0, limit);
      // Where the page is full by what was asked for, the next begins after the last that is told.
      const last = found.length > limit ? shown.at(-1)?.account : accounts.at(-1);
      const ended = found.length <= limit && accounts.length < most;
      const next = ended || last === undefined ? null : cursorOf(last);
      return Object.freeze({ actors: shown.map(({ profile }) => profile), next });
    },
    { timeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

const CURSOR = /^(\d{1,9}) ([^]*)$/u;

function accountOf(cursor: string | undefined): AccountId | null {
  if (cursor === undefined) return null;
  const [, connectorId, id] = CURSOR.exec(cursor) ?? [];
  if (connectorId === undefined || id === undefined || storable(id) !== id)
    throw InvalidArgumentError.of("after", "must be the `next` of a page");
  return { connectorId: Number(connectorId), id };
}

function cursorOf({ connectorId, id }: AccountId): string {
  return `${connectorId} ${id}`;
}

/**
 * Accounts of any author with an id, in the order of their connectors and ids. By the index, one step
 * for each, whatever they said and how much.
 */
function accountsAfter(
  session: BoundSession,
  { after, only, most }: Page,
): Promise<readonly AccountId[]> {
  const parameters = new Parameters();
  const perspective = `${parameters.add(session.perspectiveId)}::int`;
  const connector = only === null ? null : `${parameters.add(only)}::int`;
  const next = (connectorId: string, id: string): string => `
    select m.connector_id, m.author_id from backread.messages m
    where m.perspective_id = ${perspective} and ${
      connector === null
        ? `(m.connector_id, m.author_id) > (${connectorId}, ${id})`
        : `m.connector_id = ${connector} and m.author_id > ${id}`
    }
    order by m.connector_id, m.author_id limit 1`;
  const { connectorId = 0, id = "" } = after ?? {};
  const begin = connector ?? `${parameters.add(connectorId)}::int`;
  return session.query<AccountId & object>(
    `with recursive accounts as (
      (${next(begin, `${parameters.add(id)}::text`)})
      union all
      select n.* from accounts a cross join lateral (${next("a.connector_id", "a.author_id")}) n
    )
    select connector_id as "connectorId", author_id as id from accounts
    limit ${parameters.add(most)}::int`,
    parameters.values,
  );
}

interface Page {
  readonly after: AccountId | null;
  /** Null for those of every connector. */
  readonly only: number | null;
  readonly most: number;
}

interface ProfileRecord {
  readonly connector_id: number;
  readonly actor_id: string;
  readonly type: string;
  readonly name: string;
  readonly author_id: string;
  /** Null where all of them are empty. */
  readonly labels: readonly ActorLabel[] | null;
  readonly rows: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly merged_into: string | null;
}

const PROFILES = `
select k.connector_id, x.actor_id, c.type, c.name, k.author_id, x.labels, x.rows,
  ${instantSql("x.first")} as first, ${instantSql("x.last")} as last, g.into_actor_id as merged_into
from unnest($2::int[], $3::text[]) with ordinality as k (connector_id, author_id, place)
join backread.connectors c on c.perspective_id = $1 and c.id = k.connector_id
cross join lateral (
  select max(l.actor_id) as actor_id, sum(l.rows)::bigint as rows, min(l.first) as first,
    max(l.last) as last, bool_or(strpos(lower(l.label), lower($4::text)) > 0) as is_like,
    jsonb_agg(jsonb_build_object('label', l.label, 'rows', l.rows,
      'firstSeen', ${instantSql("l.first")}, 'lastSeen', ${instantSql("l.last")})
      order by l.place) filter (where l.place <= ${ACTOR_LABELS} and l.label <> '') as labels
  from (select s.*, row_number() over (
      order by s.label = '', s.last desc nulls last, s.label collate "C") as place
    from (select m.author_label as label, max(m.actor_id) as actor_id, count(*) as rows,
        min(m.sent_at) as first, max(m.sent_at) as last
      from backread.messages m
      where m.perspective_id = $1 and m.connector_id = k.connector_id
        and m.author_id = k.author_id and m.author_type = 'person' and m.actor_id <> ''
        and backread.row_is_live(m)
      group by m.author_label) s) l
  having count(*) > 0) x
left join backread.actor_merges g on g.perspective_id = $1 and g.actor_id = x.actor_id
where $4::text is null or x.is_like or strpos(lower(k.author_id), lower($4::text)) > 0
order by k.place`;

interface Profiled {
  readonly account: AccountId;
  readonly profile: ActorProfile;
}

async function readProfiles(
  session: BoundSession,
  accounts: readonly AccountId[],
  like: string | null,
): Promise<readonly Profiled[]> {
  if (accounts.length === 0) return [];
  const records = await session.query<ProfileRecord>(PROFILES, [
    session.perspectiveId,
    accounts.map(({ connectorId }) => connectorId),
    accounts.map(({ id }) => id),
    like,
  ]);
  return records.map((record) => ({
    account: { connectorId: record.connector_id, id: record.author_id },
    profile: toProfile(record),
  }));
}

function toProfile(record: ProfileRecord): ActorProfile {
  const { type, name, labels } = record;
  return Object.freeze({
    actorId: record.actor_id,
    namespace: { type, name },
    id: record.author_id,
    labels: (labels ?? []).map((label) =>
      Object.freeze({
        ...label,
        firstSeen: shortened(label.firstSeen),
        lastSeen: shortened(label.lastSeen),
      }),
    ),
    rows: record.rows,
    firstSeen: shortened(record.first),
    lastSeen: shortened(record.last),
    mergedInto: record.merged_into,
  });
}

function shortened(instant: string | null): string | null {
  return instant === null ? null : shortInstant(instant);
}
