import {
  afterChange,
  byTime,
  type MembershipChange,
} from "../../../dist/speakers/audience-events.js";
import { audienceAllows, type Audience } from "../../../dist/speakers/audience.js";
import type { Destination } from "../../../dist/speakers/audience.js";
import { SLACK } from "../turn-support.js";

/** What one process is to do. */
export interface Work {
  readonly url: string;
  /** Begins the source ids of its rows. */
  readonly name: string;
  readonly milliseconds: number;
  readonly searchers: number;
  readonly writers: number;
  readonly readers: readonly Audience[];
  readonly rooms: readonly string[];
  /** Where turns answer; its membership never changes. */
  readonly desk: string;
  readonly deskAudiences: readonly Audience[];
  readonly seed: number;
}

/** Something that the store acknowledged. */
export type Act =
  | {
      readonly do: "say";
      readonly room: string;
      readonly messageId: string;
      readonly text: string;
      readonly audience: Audience | null;
      readonly conversationOnly: boolean;
    }
  | {
      readonly do: "reply";
      readonly room: string;
      readonly messageId: string;
      readonly text: string;
      readonly audience: Audience;
      readonly sources: readonly string[];
    }
  | {
      readonly do: "edit";
      readonly messageId: string;
      readonly text: string;
      readonly audience: Audience | null;
    }
  | { readonly do: "delete"; readonly messageId: string }
  | {
      readonly do: "leave" | "restrict" | "join";
      readonly room: string;
      readonly readers: readonly string[];
      readonly at: string;
    }
  /** A reply was refused because some of what it was made from was gone. */
  | { readonly do: "withdrawn" };

export interface Done {
  readonly acts: readonly Act[];
  readonly errors: readonly string[];
  readonly searches: number;
}

interface Row {
  readonly room: string;
  readonly messageId: string;
  readonly conversationOnly: boolean;
  text: string;
  /** Null once any of them was no evidence. */
  audiences: readonly Audience[] | null;
  deleted: boolean;
  readonly sources: readonly string[];
}

/**
 * What everybody may read in the end. It knows the pure rule alone. All changes of membership are
 * later than all rows of their room, so the order in which they came makes no difference.
 */
export class Ending {
  readonly #rows = new Map<string, Row>();
  readonly #changes = new Map<string, MembershipChange[]>();

  constructor(acts: readonly Act[]) {
    for (const act of acts) if (act.do === "say" || act.do === "reply") this.#add(act);
    for (const act of acts) this.#apply(act);
    for (const changes of this.#changes.values()) changes.sort(byTime);
  }

  /** Message ids and texts of the live rows. */
  live(): ReadonlyMap<string, string> {
    return this.#textsOf((row) => this.#isLive(row));
  }

  searchable(): ReadonlyMap<string, string> {
    return this.#textsOf((row) => this.#isLive(row) && row.audiences !== null);
  }

  readable(destination: Destination): ReadonlyMap<string, string> {
    return this.#textsOf((row) => this.#isLive(row) && this.#allows(row, destination));
  }

  get rows(): number {
    return this.#rows.size;
  }

  #add(act: Extract<Act, { do: "say" | "reply" }>): void {
    const { room, messageId, text, audience } = act;
    const rest =
      act.do === "reply"
        ? { sources: act.sources, conversationOnly: false }
        : { sources: [], conversationOnly: act.conversationOnly };
    const audiences = audience === null ? null : [audience];
    this.#rows.set(messageId, { room, messageId, text, audiences, deleted: false, ...rest });
  }

  #apply(act: Act): void {
    if (act.do === "edit") {
      const row = this.#row(act.messageId);
      row.text = act.text;
      row.audiences =
        row.audiences === null || act.audience === null ? null : [...row.audiences, act.audience];
    } else if (act.do === "delete") this.#row(act.messageId).deleted = true;
    else if (act.do === "leave" || act.do === "restrict" || act.do === "join") {
      const changes = this.#changes.get(act.room) ?? [];
      const at = Date.parse(act.at) * 1_000;
      changes.push({ kind: act.do, readers: act.readers, seesHistory: act.do === "join", at });
      this.#changes.set(act.room, changes);
    }
  }

  #row(messageId: string): Row {
    const row = this.#rows.get(messageId);
    if (row === undefined) throw new Error(`nobody said ${messageId}`);
    return row;
  }

  /** A reply is withdrawn with any of its direct sources, and nothing follows from that. */
  #isLive({ deleted, sources }: Row): boolean {
    return !deleted && sources.every((source) => !this.#row(source).deleted);
  }

  #allows(row: Row, destination: Destination): boolean {
    const { audiences, room: conversation, conversationOnly, sources } = row;
    if (audiences === null) return false;
    return (
      audiences.every((audience, index) => {
        const now = (this.#changes.get(conversation) ?? []).reduce(
          (was, change) => afterChange(was, change, SLACK),
          audience,
        );
        // An edit confines nothing; what was sent does.
        const confined = conversationOnly && index === 0;
        const origin = { audience: now, conversation, conversationOnly: confined };
        return audienceAllows(origin, destination);
      }) && sources.every((source) => this.#allows(this.#row(source), destination))
    );
  }

  #textsOf(holds: (row: Row) => boolean): ReadonlyMap<string, string> {
    const rows = [...this.#rows.values()].filter(holds);
    return new Map(
      rows.map(({ messageId, text }): [string, string] => [messageId, text]).sort(byId),
    );
  }
}

export function byId(
  [left]: readonly [string, string],
  [right]: readonly [string, string],
): number {
  return left < right ? -1 : 1;
}
