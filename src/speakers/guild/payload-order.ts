import type { RecentGroup } from "./group-rows.js";
import type { RecentRow } from "./recent-row.js";

/** One message of a payload, as far as it says where rows belong in it. */
export interface PayloadPlace {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** The row that it is; null where none is known. */
  readonly row: Pick<RecentRow, "messageId" | "sequence"> | null;
}

/** Rows of a group that go between two messages of a payload. */
interface Insertion {
  /** Index of the message that they stand before. */
  readonly slot: number;
  /** Among those of one slot: what follows its own first half, whole groups, what leads up to it. */
  readonly rank: 0 | 1 | 2;
  readonly rows: readonly RecentRow[];
}

/**
 * Where rows stand in a payload whose last user message is the one that is answered. Its messages
 * are never changed, moved or taken out; rows are known by their ids and never by their text.
 */
export class PayloadOrder {
  readonly #places: readonly PayloadPlace[];
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #lastUser: number;

  constructor(places: readonly PayloadPlace[]) {
    this.#places = places;
    this.#indexes = new Map(
      places.flatMap(({ row }, index) => (row === null ? [] : [[row.messageId, index]])),
    );
    this.#lastUser = places.findLastIndex(({ role }) => role === "user");
  }

  holds(messageId: string): boolean {
    return this.#indexes.has(messageId);
  }

  /** Rows that the payload has not; none where an exchange of them stands there, or is going on. */
  missing({ rows }: RecentGroup): readonly RecentRow[] {
    const held = rows.flatMap(({ messageId }) => this.#indexes.get(messageId) ?? []);
    if (held.some((index) => this.#isExchange(index))) return [];
    return rows.filter(({ messageId }) => !this.holds(messageId));
  }

  /** The payload with the missing rows of groups, each before the last user message. */
  insert<Given, Made>(
    payload: readonly Given[],
    groups: readonly RecentGroup[],
    make: (row: RecentRow) => Made,
  ): readonly (Given | Made)[] {
    const insertions = groups
      .flatMap((group) => this.#insertions(group))
      .sort((a, b) => a.slot - b.slot || a.rank - b.rank || firstOf(a) - firstOf(b));
    return payload.flatMap((message, index) => [
      ...insertions.filter(({ slot }) => slot === index).flatMap(({ rows }) => rows.map(make)),
      message,
    ]);
  }

  /** A group that the payload has in part is completed there; any other takes its place in time. */
  #insertions(group: RecentGroup): readonly Insertion[] {
    const missing = this.missing(group);
    const [first] = missing;
    if (first === undefined) return [];
    const held = group.rows.filter(({ messageId }) => this.holds(messageId));
    if (held.length === 0) return [{ slot: this.#slotOf(first), rank: 1, rows: missing }];
    return missing.map((row) => {
      const before = held.findLast(({ sequence }) => sequence < row.sequence);
      const slot = this.#indexOf(before ?? held[0]);
      return before === undefined
        ? { slot, rank: 2, rows: [row] }
        : { slot: slot + 1, rank: 0, rows: [row] };
    });
  }

  #indexOf(row: RecentRow | undefined): number {
    return this.#indexes.get(row?.messageId ?? "") ?? this.#lastUser;
  }

  /** The first user message that is newer, by itself or by what answers it. */
  #slotOf({ sequence }: RecentRow): number {
    for (let start = 0; start < this.#lastUser; start++) {
      if (this.#places[start]?.role !== "user") continue;
      const known = this.#places
        .slice(start, this.#nextUser(start))
        .find(({ row }) => row !== null);
      if ((known?.row?.sequence ?? -1) > sequence) return start;
    }
    return this.#lastUser;
  }

  #nextUser(index: number): number {
    return this.#places.findIndex(({ role }, at) => at > index && role === "user");
  }

  /** User messages in a row with an answer after them, or those that are being answered. */
  #isExchange(index: number): boolean {
    const isUser = (at: number): boolean => this.#places[at]?.role === "user";
    let start = index;
    while (start > 0 && !(isUser(start) && !isUser(start - 1))) start--;
    let end = index + 1;
    while (end < this.#places.length && !(isUser(end) && !isUser(end - 1))) end++;
    const turn = this.#places.slice(start, end);
    if (start <= this.#lastUser && this.#lastUser < end) return true;
    return (
      turn.some(({ role }) => role === "user") && turn.some(({ role }) => role === "assistant")
    );
  }
}

function firstOf({ rows: [row] }: Insertion): number {
  return row?.sequence ?? 0;
}
