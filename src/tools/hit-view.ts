import { MAX_NEIGHBOURS } from "../store/bounds.js";
import type { StoredRow, StoreHit } from "../store/port.js";
import { REASON_CHARS } from "./bounds.js";
import type { Plan } from "./fit.js";
import { plainLine } from "./plain-line.js";
import type { RowView, SourceEntry } from "./row-view.js";
import { UNANNOTATED, type Annotate } from "./voice-view.js";

export interface NeighbourEntry {
  readonly speaker: string;
  readonly when: string | null;
  readonly text: string;
  readonly message_id: string;
}

export interface HitEntry extends SourceEntry {
  readonly text: string;
  readonly before: readonly NeighbourEntry[];
  readonly after: readonly NeighbourEntry[];
  readonly score: number;
  readonly why: string;
  readonly message_id: string;
}

/** A row and the rows around it, oldest first. */
export interface RowAmongOthers extends StoredRow {
  readonly before: readonly StoredRow[];
  readonly after: readonly StoredRow[];
}

/** Neighbours in the order in which they go: the farthest of all hits first, of worse hits earlier. */
export function neighboursByValue(hits: readonly RowAmongOthers[]): StoredRow[] {
  const order: StoredRow[] = [];
  for (let distance = MAX_NEIGHBOURS; distance >= 1; distance--)
    for (const { before, after } of hits.toReversed())
      for (const row of [before.at(-distance), after[distance - 1]])
        if (row !== undefined) order.push(row);
  return order;
}

/** Shows hits within a plan; a text is there once, however many hits it stands beside. */
export class HitView {
  readonly #view: RowView;
  readonly #plan: Plan;
  readonly #dropped: ReadonlySet<StoredRow>;
  readonly #shown: Set<string>;
  readonly #annotate: Annotate;

  constructor(
    view: RowView,
    hits: readonly RowAmongOthers[],
    plan: Plan,
    annotate: Annotate = UNANNOTATED,
  ) {
    this.#view = view;
    this.#annotate = annotate;
    this.#plan = plan;
    this.#dropped = new Set(neighboursByValue(hits).slice(0, plan.dropped));
    this.#shown = new Set(hits.slice(0, plan.entries).map(({ messageId }) => messageId));
  }

  /** Every row shown, hits first. */
  get messageIds(): string[] {
    return [...this.#shown];
  }

  show(hit: StoreHit): HitEntry {
    return {
      ...this.#view.source(hit),
      ...this.#annotate(hit),
      text: this.#view.text(hit, this.#plan.textChars),
      before: this.neighbours(hit.before),
      after: this.neighbours(hit.after),
      score: hit.score,
      why: whyFound(hit),
      message_id: hit.messageId,
    };
  }

  neighbours(rows: readonly StoredRow[]): NeighbourEntry[] {
    return rows.filter((row) => !this.#dropped.has(row)).map((row) => this.#neighbour(row));
  }

  #neighbour(row: StoredRow): NeighbourEntry {
    const { messageId } = row;
    const again = this.#shown.has(messageId);
    this.#shown.add(messageId);
    const text = again
      ? `[${this.#view.marker} shown elsewhere in this answer]`
      : this.#view.text(row, this.#plan.textChars);
    const { speaker, when } = this.#view.source(row);
    return { speaker, ...this.#annotate(row), when, text, message_id: messageId };
  }
}

function whyFound({ lanes, parts }: StoreHit): string {
  if (lanes.length === 0) return "one of the newest of the speaker; nothing matched";
  const shares = Object.entries(parts).map(([name, value]) => `${name} ${value}`);
  const lane = `found by ${lanes.join(", ")}`;
  return plainLine(shares.length === 0 ? lane : `${lane}: ${shares.join(", ")}`, REASON_CHARS);
}
