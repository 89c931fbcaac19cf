/**
 * SQL of whether any actors of a perspective are merged at all. Asked beside what a read begins with:
 * where none are, nothing more is asked and no statement is another.
 */
export function anyMergedSql(perspective: string): string {
  return `exists (select from backread.actor_merges where perspective_id = ${perspective})`;
}

/**
 * SQL of what counts as one actor, for statements over rows whose eligibility is asked beside it.
 * Where nobody of the perspective is merged each actor is alone, and the statements say no more.
 */
export class GroupSql {
  readonly #perspective: string;
  readonly #merged: boolean;

  constructor(perspective: string, merged: boolean) {
    this.#perspective = perspective;
    this.#merged = merged;
  }

  /** The actor that one counts as. */
  head(actor: string): string {
    return this.#merged ? `backread.actor_head(${this.#perspective}, ${actor})` : actor;
  }

  /** An array of all that count as one with any of an array. */
  members(actors: string): string {
    if (!this.#merged) return actors;
    return `array(select unnest(backread.actors_of(${this.#perspective}, w)) from unnest(${actors}) w)`;
  }

  /** Of rows `m` with a `head`, in an order of theirs, the first of each head. */
  first(rows: string, order: string): string {
    if (!this.#merged) return rows;
    return `select distinct on (m.head) m.* from (${rows}) m order by m.head, ${order}`;
  }

  /** The first row `m`, in an order, of those that a statement gives for each of one with an actor. */
  ofEach(actor: string, rows: (actor: string) => string, order: string): string {
    if (!this.#merged) return rows(actor);
    return `select m.* from unnest(backread.actors_of(${this.#perspective}, ${actor})) as x (actor_id)
      cross join lateral (${rows("x.actor_id")}) m order by ${order} limit 1`;
  }
}
