import { InvalidArgumentError } from "../../model/errors.js";
import { internSet } from "../audiences.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { storable } from "../text.js";
import { lockEvidence, verifyEvidence, type Told } from "../turn/evidence.js";
import { lockTurnRow } from "../turn/turn-row.js";
import { audiencesOf, withdrawn } from "../turn/sources.js";

/**
 * Keeps a text that was formed from everything in a turn's ledger, so it may be told only where all
 * of that may be. Errors: `EvidenceWithdrawnError` where some of it may not be told at the turn's
 * own destination any more.
 */
export async function remember(
  scope: Scope,
  turn: { readonly turnId: string; readonly destination: Told },
  text: string,
): Promise<{ readonly memoryId: string }> {
  if (text.trim() === "") throw InvalidArgumentError.of("text", "must not be blank");
  return writing(
    scope,
    async (session) => {
      const { turnId, destination } = turn;
      const { ledger } = await lockTurnRow(session, turnId);
      await lockEvidence(session, ledger, destination);
      const sources = await verifyEvidence(session, ledger, destination);
      if (sources === null) throw withdrawn(turnId);
      const setId = await internSet(session, await audiencesOf(session, sources));
      const memory = { turnId, text: storable(text), setId, sources: sources.map(({ id }) => id) };
      return { memoryId: await insertMemory(session, memory) };
    },
    { retry: true },
  );
}

const INSERT_MEMORY = `
with memory as (
  insert into backread.memories (perspective_id, turn_id, content, set_id) values ($1, $2, $3, $4)
  returning id, memory_id
), sources as (
  insert into backread.memory_sources (perspective_id, memory_row, source_row)
  select $1, memory.id, source from memory, unnest($5::bigint[]) as source
)
select memory_id::text as memory_id from memory`;

async function insertMemory(
  session: BoundSession,
  memory: {
    readonly turnId: string;
    readonly text: string;
    readonly setId: number;
    readonly sources: readonly number[];
  },
): Promise<string> {
  const { turnId, text, setId, sources } = memory;
  const [row] = await session.query<{ readonly memory_id: string }>(INSERT_MEMORY, [
    session.perspectiveId,
    turnId,
    text,
    setId,
    sources,
  ]);
  if (row === undefined) throw new Error("a memory was not written");
  return row.memory_id;
}
