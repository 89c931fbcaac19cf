import type {
  CheckedChange,
  CheckedEvent,
  CheckedMembership,
  CheckedMessage,
} from "./checked-event.js";

/** Events of which the messages may all be stored first, then what changes rows, then memberships. */
export interface Segment {
  readonly messages: readonly CheckedMessage[];
  readonly changes: readonly CheckedChange[];
  readonly memberships: readonly CheckedMembership[];
}

/**
 * Cuts a batch into as few segments as give what one event after another would give. Changes of rows
 * wait for later messages, because they concern other rows; a change of membership does not.
 */
export function segmentsOf(events: readonly CheckedEvent[]): readonly Segment[] {
  const segments: OpenSegment[] = [];
  let open: OpenSegment | undefined;
  for (const event of events) {
    if (open === undefined || !open.takes(event)) segments.push((open = new OpenSegment()));
    open.add(event);
  }
  return segments;
}

class OpenSegment implements Segment {
  readonly messages: CheckedMessage[] = [];
  readonly changes: CheckedChange[] = [];
  readonly memberships: CheckedMembership[] = [];
  readonly #stored = new Set<string>();
  readonly #changed = new Set<string>();

  takes(event: CheckedEvent): boolean {
    if (event.type === "membership") return true;
    if (this.memberships.length > 0) return false;
    if (event.type !== "message") return true;
    return !this.#changed.has(event.sourceId) && !this.#stored.has(event.sourceId);
  }

  add(event: CheckedEvent): void {
    switch (event.type) {
      case "message":
        this.messages.push(event);
        this.#stored.add(event.sourceId);
        break;
      case "edit":
      case "delete":
        this.changes.push(event);
        this.#changed.add(event.sourceId);
        break;
      case "membership":
        this.memberships.push(event);
        break;
    }
  }
}
