import type { StoredRow } from "../port.js";
import { reading, type Scope } from "../scope.js";

const SOURCES = `
select m.message_id::text as message_id, q.message_id::text as source
from backread.messages m join backread.messages q
  on q.perspective_id = m.perspective_id and q.id = m.quoted_row
where m.perspective_id = $1 and m.message_id = any($2::uuid[])
  and m.quoted <> '' and m.quoted_set_id is not null`;

/**
 * The message ids of groups of rows, each with the messages whose text its rows show as quoted: that
 * text leaves with them. What was not traced to a message is kept in by `hasQuoteOfUnknown`.
 */
export async function withQuoted(
  scope: Scope,
  groups: readonly (readonly StoredRow[])[],
): Promise<readonly (readonly string[])[]> {
  const quoting = groups.flat().filter(({ quoted }) => quoted !== null);
  const sources = await sourcesOf(scope, [...new Set(quoting.map(({ messageId }) => messageId))]);
  return groups.map((rows) =>
    rows.flatMap(({ messageId, quoted }) => {
      const source = quoted === null ? undefined : sources.get(messageId);
      return source === undefined ? [messageId] : [messageId, source];
    }),
  );
}

async function sourcesOf(
  scope: Scope,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (messageIds.length === 0) return new Map();
  const rows = await reading(scope, (session) =>
    session.query<{ readonly message_id: string; readonly source: string }>(SOURCES, [
      session.perspectiveId,
      messageIds,
    ]),
  );
  return new Map(rows.map(({ message_id, source }) => [message_id, source]));
}
