import type { RecentRow } from "./recent-row.js";

/** Adjacent rows of one channel, and what the agent answered to them. Replayed or left out whole. */
export interface RecentGroup {
  /** Oldest first. */
  readonly rows: readonly RecentRow[];
  /** Rows before its first may be part of it that were not read, and nobody knows whose they are. */
  readonly cut: boolean;
}

/** Milliseconds of silence after which a channel's next row is about something else. */
export const GROUP_GAP_MS = 600_000;
/** Rows of a group that are not the agent's: a busy channel is not one long group. */
export const GROUP_ROWS = 16;

/**
 * Groups of rows given oldest first, in the order of their first rows. Rows of people are adjacent
 * until the agent answers. An answer belongs to the rows that it says it answers; to the last ones
 * where it says nothing; and stands alone where those are not among the rows. `cut`: older rows were
 * not read.
 */
export function groupRows(rows: readonly RecentRow[], cut: boolean): readonly RecentGroup[] {
  const groups: Growing[] = [];
  const lanes = new Map<string, Growing[]>();
  for (const row of rows) {
    const lane = lanes.get(row.lane) ?? [];
    lanes.set(row.lane, lane);
    const joined = groupOf(row, lane);
    if (joined === undefined) {
      const made: Growing = { rows: [row], leads: lane.length === 0 };
      lane.push(made);
      groups.push(made);
    } else joined.rows.push(row);
  }
  const [oldest] = rows;
  return groups.map(({ rows, leads }) => {
    const [first] = rows;
    return { rows, cut: cut && leads && !isFarAfter(oldest, first) };
  });
}

interface Growing {
  readonly rows: RecentRow[];
  /** The first of its channel. */
  readonly leads: boolean;
}

function groupOf(row: RecentRow, lane: readonly Growing[]): Growing | undefined {
  const last = lane.at(-1);
  if (row.role !== "assistant") return last !== undefined && joins(row, last) ? last : undefined;
  if (row.replyTo === "") return last;
  return lane.findLast(({ rows }) => rows.some(({ sourceId }) => sourceId === row.replyTo));
}

function joins(row: RecentRow, { rows }: Growing): boolean {
  if (rows.length >= GROUP_ROWS || rows.some(({ role }) => role === "assistant")) return false;
  return !isFarAfter(rows.at(-1), row);
}

/** Rows without a time are taken for near ones: that joins more, so it replays less. */
function isFarAfter(earlier: RecentRow | undefined, later: RecentRow | undefined): boolean {
  const from = earlier?.at ?? null;
  const to = later?.at ?? null;
  return from !== null && to !== null && to - from > GROUP_GAP_MS;
}

/** Every word in it but the agent's is the requester's: it may be replayed as turns of his. */
export function isNative({ rows, cut }: RecentGroup, requester: string): boolean {
  const spoken = rows.filter(({ role }) => role !== "assistant");
  const isHis = ({ role, voice }: RecentRow): boolean => role === "user" && voice === requester;
  return requester !== "" && !cut && spoken.length > 0 && spoken.every(isHis);
}
