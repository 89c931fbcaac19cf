import { proveLinks, type ArrivedRow } from "../identity/prove-links.js";
import { applyChanges, applyWaiting } from "./changes.js";
import { holdSources } from "./hold-sources.js";
import { applyMembership } from "./memberships.js";
import { storeMessages, type StoredMessage } from "./messages.js";
import type { Outcomes } from "./outcomes.js";
import type { Room } from "./place.js";
import { linkQuotes } from "./quotes.js";
import type { Segment } from "./segments.js";
import { nameSubjects } from "./subjects.js";

/** Applies one segment to a locked conversation. */
export async function applySegment(
  room: Room,
  { messages, changes, memberships }: Segment,
  outcomes: Outcomes,
): Promise<void> {
  const stored = messages.length === 0 ? [] : await storeMessages(room, messages, outcomes);
  await tie(room, stored);
  await applyWaiting(room, stored, outcomes);
  await proveLinks(room.session, arrived(room, stored));
  await applyChanges(room, changes, outcomes);
  for (const membership of memberships) {
    await applyMembership(room, membership);
    outcomes.set(membership.position, { status: "applied" });
  }
}

function arrived({ place }: Room, stored: readonly StoredMessage[]): readonly ArrivedRow[] {
  return stored.map(({ rowId, message }) => ({
    rowId,
    routeKind: place.routeKind,
    content: message.content,
  }));
}

/** Ties new rows to what they quote and answer, and to what quoted and answered them already. */
async function tie(room: Room, stored: readonly StoredMessage[]): Promise<void> {
  const sourceIds = stored.map(({ message }) => message.sourceId);
  const quoting = stored.filter(({ message }) => message.event.quoted?.sourceId !== undefined);
  const answering = stored.filter(({ message }) => message.event.replyTarget !== undefined);
  await holdSources(room, repeatedBy(stored));
  await linkQuotes(room, { rowIds: quoting.map(({ rowId }) => rowId) });
  await linkQuotes(room, { sourceIds });
  await nameSubjects(room, { rowIds: answering.map(({ rowId }) => rowId) });
  await nameSubjects(room, { sourceIds });
}

/** Source ids of what new rows quote and answer; of these, nobody else can delete the new ones yet. */
function repeatedBy(stored: readonly StoredMessage[]): readonly string[] {
  const own = new Set(stored.map(({ message }) => message.sourceId));
  const named = stored.flatMap(({ message: { event } }) => [
    event.quoted?.sourceId ?? "",
    event.replyTarget ?? "",
  ]);
  return [...new Set(named)].filter((id) => id !== "" && !own.has(id));
}
