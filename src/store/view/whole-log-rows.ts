import type { BoundSession } from "../scope.js";
import { borneOut, readBorneOut } from "./borne-out.js";
import { EligibleSql, newestFirst } from "./eligible.js";
import { instantSql } from "./instant.js";
import { LOG_COLUMNS, type LogRecord } from "./log-row.js";
import { Parameters } from "./parameters.js";
import { ROW_PLACES } from "./stored-row.js";

/** A row and its place in the total order. */
export interface OrderedRecord extends LogRecord {
  readonly sent_at: string | null;
  readonly connector_type: string;
  readonly connector_name: string;
  readonly kind: string;
  readonly key: string;
}

const COLUMNS = `${LOG_COLUMNS}, ${instantSql("m.sent_at")} as sent_at,
  n.type as connector_type, n.name as connector_name, v.kind, v.key`;

export interface RowsAfter {
  /** The last row that was read; null at the beginning. */
  readonly after: OrderedRecord | null;
  readonly limit: number;
}

/** The next eligible rows, newest first; those without a full time are the oldest. */
export async function readRows(
  session: BoundSession,
  sets: readonly number[],
  { after, limit }: RowsAfter,
): Promise<readonly OrderedRecord[]> {
  if (after !== null && after.sent_at === null)
    return readTimed(session, sets, { after, limit }, false);
  const timed = await readTimed(session, sets, { after, limit }, true);
  if (timed.length === limit) return timed;
  const rest = { after: null, limit: limit - timed.length };
  return [...timed, ...(await readTimed(session, sets, rest, false))];
}

/** Sources are asked a page at a time. */
function readTimed(
  session: BoundSession,
  sets: readonly number[],
  { after, limit }: RowsAfter,
  timed: boolean,
): Promise<readonly OrderedRecord[]> {
  return readBorneOut<OrderedRecord>(session, sets, limit, (last, most) =>
    readUnasked(session, sets, { after: last ?? after, limit: most }, timed),
  );
}

/** Two queries and not one, because a range of an index holds no nulls. */
function readUnasked(
  session: BoundSession,
  sets: readonly number[],
  { after, limit }: RowsAfter,
  timed: boolean,
): Promise<readonly OrderedRecord[]> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const older = after === null ? "" : ` and ${olderThan(parameters, after)}`;
  return session.query<OrderedRecord>(
    `select ${COLUMNS} from backread.messages m ${ROW_PLACES}
    where m.sent_at is ${timed ? "not " : ""}null and ${sql.row("m")}${older}
    order by ${newestFirst("m", "v", "n")} limit ${parameters.add(limit)}::int`,
    parameters.values,
  );
}

function olderThan(parameters: Parameters, after: OrderedRecord): string {
  const { connector_type: type, connector_name: name, kind, key, sequence, sent_at } = after;
  const [space, called, sort, known] = [type, name, kind, key].map(
    (part) => `${parameters.add(part)}::text collate "C"`,
  );
  const earlier =
    `(n.type collate "C", n.name collate "C", v.kind collate "C", v.key collate "C", m.sequence)` +
    ` < (${space}, ${called}, ${sort}, ${known}, ${parameters.add(sequence)}::bigint)`;
  if (sent_at === null) return earlier;
  const at = `${parameters.add(sent_at)}::timestamptz`;
  return `m.sent_at <= ${at} and (m.sent_at < ${at} or ${earlier})`;
}

/** Of some rows, those that may still be read. */
export async function readById(
  session: BoundSession,
  sets: readonly number[],
  ids: readonly number[],
): Promise<readonly LogRecord[]> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const rows = await session.query<LogRecord>(
    `select ${LOG_COLUMNS} from backread.messages m ${ROW_PLACES}
    where m.id = any(${parameters.add(ids)}::bigint[]) and ${sql.row("m")}`,
    parameters.values,
  );
  return borneOut(session, sets, rows);
}
