import type { BoundSession } from "../scope.js";

/** Positions beyond the wanted ones that are read along, so that a tie seldom asks again. */
const LOOK_AHEAD = 16;

export interface Conversation {
  readonly session: BoundSession;
  readonly conversationId: number;
  /** No row of it has a greater one, so that what comes in order is numbered without a look. */
  readonly lastSequence: number;
}

/**
 * For each wanted sequence, in order, the first at or above it that no row of the conversation has
 * and none before it in the list was given. The conversation has to be locked.
 */
export async function freeSequences(
  conversation: Conversation,
  wanted: readonly number[],
): Promise<readonly number[]> {
  const { lastSequence } = conversation;
  const late = wanted.filter((sequence) => sequence <= lastSequence);
  for (let reach = LOOK_AHEAD; ; reach *= LOOK_AHEAD) {
    const ranges = rangesAround(late, reach);
    const given = fill(wanted, await takenIn(conversation, ranges));
    if (given.every((sequence) => sequence > lastSequence || isWithin(ranges, sequence)))
      return given;
  }
}

/** Those of some sequences that rows have. */
export async function takenSequences(
  { session, conversationId }: Omit<Conversation, "lastSequence">,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await session.query<{ readonly sequence: number }>(
    `select sequence from backread.messages
     where perspective_id = $1 and conversation_id = $2 and sequence = any($3::bigint[])`,
    [session.perspectiveId, conversationId, wanted],
  );
  return new Set(rows.map(({ sequence }) => sequence));
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Ascending, and apart. */
function rangesAround(wanted: readonly number[], reach: number): readonly Range[] {
  const ranges: Range[] = [];
  for (const low of [...wanted].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    const high = low + reach;
    if (last !== undefined && low <= last.high + 1)
      ranges[ranges.length - 1] = { low: last.low, high };
    else ranges.push({ low, high });
  }
  return ranges;
}

async function takenIn(
  { session, conversationId }: Conversation,
  ranges: readonly Range[],
): Promise<ReadonlySet<number>> {
  if (ranges.length === 0) return new Set();
  // `offset 0` keeps it one look into the index for each range, where a join may read all rows.
  const rows = await session.query<{ readonly sequence: number }>(
    `select m.sequence from unnest($3::bigint[], $4::bigint[]) as r (low, high)
     cross join lateral (select sequence from backread.messages
       where perspective_id = $1 and conversation_id = $2
         and sequence between r.low and r.high offset 0) m`,
    [
      session.perspectiveId,
      conversationId,
      ranges.map(({ low }) => low),
      ranges.map(({ high }) => high),
    ],
  );
  return new Set(rows.map(({ sequence }) => sequence));
}

/** `next` leads from a sequence that is taken towards one that may be free, so that ties are quick. */
function fill(wanted: readonly number[], taken: ReadonlySet<number>): readonly number[] {
  const next = new Map([...taken].map((sequence) => [sequence, sequence + 1]));
  return wanted.map((sequence) => {
    const path: number[] = [];
    let free = sequence;
    for (let step = next.get(free); step !== undefined; step = next.get(free)) {
      path.push(free);
      free = step;
    }
    for (const passed of path) next.set(passed, free + 1);
    next.set(free, free + 1);
    return free;
  });
}

function isWithin(ranges: readonly Range[], sequence: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.low ?? Infinity) <= sequence) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  return range !== undefined && sequence <= range.high;
}
