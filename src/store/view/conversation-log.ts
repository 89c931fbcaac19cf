import { checkRead } from "../../log/check-read.js";
import { throwIfAborted } from "../../log/abort.js";
import type { Page, SessionLog } from "../../log/port.js";
import type { Sequence } from "../../model/message.js";
import type { ConversationRef } from "../port.js";
import { findPlace } from "../routes.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { allowedSets, type Binding } from "./binding.js";
import { readBorneOut } from "./borne-out.js";
import { EligibleSql } from "./eligible.js";
import { LOG_COLUMNS, parentSql, toMessage, type LogRecord } from "./log-row.js";
import { Parameters } from "./parameters.js";

/** A log that knows which messages it served. */
export interface IdentifiedLog extends SessionLog {
  /** Null for a number that was never served. */
  messageIdOf(number: Sequence): string | null;
}

/**
 * One conversation by its stored sequences. Each page is a transaction of its own, so it holds what
 * may be read when it is read. A conversation that is not known has no rows.
 */
export function conversationLog(
  scope: Scope,
  binding: Binding,
  conversation: ConversationRef,
): IdentifiedLog {
  const served = new Map<Sequence, string>();
  return {
    messageIdOf: (sequence) => served.get(sequence) ?? null,
    async readBefore(before, limit, { signal } = {}) {
      checkRead(before, limit);
      throwIfAborted(signal);
      return reading(
        scope,
        async (session) => {
          const place = await findPlace(session, conversation);
          if (place === null) return { messages: [], nextBefore: null };
          const sets = await allowedSets(session, binding);
          const { conversationId } = place;
          return readPage(session, sets, { conversationId, before, limit, served });
        },
        { signal },
      );
    },
  };
}

interface PageOf {
  readonly conversationId: number;
  readonly before: Sequence | null;
  readonly limit: number;
  /** Message ids by sequence, of everything that was served. */
  readonly served: Map<Sequence, string>;
}

async function readPage(
  session: BoundSession,
  sets: readonly number[],
  { conversationId, before, limit, served }: PageOf,
): Promise<Page> {
  const records = await readBorneOut<Threaded>(session, sets, limit + 1, (last, most) =>
    readUnasked(session, sets, { conversationId, before: last?.sequence ?? before, limit: most }),
  );
  const page = records.slice(0, limit);
  for (const { sequence, message_id } of page) served.set(sequence, message_id);
  const messages = page.map((record) =>
    toMessage(record, { sequence: record.sequence, parent: record.parent }),
  );
  return { messages, nextBefore: records.length > limit ? (page.at(-1)?.sequence ?? null) : null };
}

interface Threaded extends LogRecord {
  readonly parent: number | null;
}

/** Rows that their audiences allow; their sources are not asked yet. */
function readUnasked(
  session: BoundSession,
  sets: readonly number[],
  { conversationId, before, limit }: Omit<PageOf, "served">,
): Promise<readonly Threaded[]> {
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId: session.perspectiveId, sets });
  const older = before === null ? "" : `and m.sequence < ${parameters.add(before)}::bigint`;
  return session.query<Threaded>(
    `select ${LOG_COLUMNS}, ${parentSql(sql)} as parent
    from backread.messages m join backread.conversations v
      on v.perspective_id = m.perspective_id and v.id = m.conversation_id
    where m.conversation_id = ${parameters.add(conversationId)}::int ${older} and ${sql.row("m")}
    order by m.sequence desc limit ${parameters.add(limit)}::int`,
    parameters.values,
  );
}
