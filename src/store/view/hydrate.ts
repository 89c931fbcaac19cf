import type { StoredRow } from "../port.js";
import type { BoundSession } from "../scope.js";
import type { Binding } from "./binding.js";
import { EligibleSql } from "./eligible.js";
import { Parameters } from "./parameters.js";
import { ROW_PLACES, rowColumns, toStoredRow, type RowRecord } from "./stored-row.js";

/**
 * Rows by their internal ids, from the canonical table. Each is asked again whether it may be read,
 * and its sources are; one that may not be is not in the answer.
 */
export async function hydrate(
  session: BoundSession,
  binding: Binding,
  sets: readonly number[],
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, StoredRow>> {
  if (rowIds.length === 0) return new Map();
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const conversation = `${parameters.add(binding.place.conversationId)}::int`;
  const ids = `${parameters.add(rowIds)}::bigint[]`;
  const records = await session.query<RowRecord>(
    `select ${rowColumns(sql.sets, conversation)} from backread.messages m ${ROW_PLACES}
    where m.id = any(${ids}) and ${sql.row("m")}
      and m.id in (select backread.lineage_allows(${sql.perspective}, ${ids}, ${sql.sets}))`,
    parameters.values,
  );
  return new Map(records.map((record) => [record.id, toStoredRow(record)]));
}

/** Internal ids of the eligible rows around a row, nearest first. */
export interface Around {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Up to `count` eligible rows on either side of each row, sources asked. */
export async function around(
  session: BoundSession,
  sets: readonly number[],
  rowIds: readonly number[],
  count: number,
): Promise<ReadonlyMap<number, Around>> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const side = (compare: "<" | ">", order: "asc" | "desc"): string => `
    array(select r.id from backread.messages r
      where r.conversation_id = m.conversation_id and r.sequence ${compare} m.sequence
        and ${sql.verified("r")}
      order by r.sequence ${order} limit ${parameters.add(count)}::int)`;
  const records = await session.query<{ id: number; before: number[]; after: number[] }>(
    `select m.id, ${side("<", "desc")} as before, ${side(">", "asc")} as after
    from backread.messages m
    where m.perspective_id = ${sql.perspective} and m.id = any(${parameters.add(rowIds)}::bigint[])`,
    parameters.values,
  );
  return new Map(records.map(({ id, before, after }) => [id, { before, after }]));
}

const MESSAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a message id; the database would refuse any other. */
export function isMessageId(text: string): boolean {
  return MESSAGE_ID.test(text);
}

/** Internal ids by message id; what is no id of a row is left out. */
export async function rowIdsOf(
  session: BoundSession,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const asked = messageIds.filter((id) => isMessageId(id));
  if (asked.length === 0) return new Map();
  const records = await session.query<{ id: number; message_id: string }>(
    `select id, message_id::text as message_id from backread.messages
    where perspective_id = $1 and message_id = any($2::uuid[])`,
    [session.perspectiveId, asked],
  );
  return new Map(records.map(({ id, message_id }) => [message_id, id]));
}
