import type { Outcomes } from "./outcomes.js";
import { storeMessages } from "./messages.js";
import type { Room } from "./place.js";
import type { Segment } from "./segments.js";

/** Applies one segment to a locked conversation. */
export async function applySegment(
  room: Room,
  { messages }: Segment,
  outcomes: Outcomes,
): Promise<void> {
  await storeMessages(room, messages, outcomes);
}
