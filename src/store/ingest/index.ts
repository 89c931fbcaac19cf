/** Takes what arrives on one route into the store, each batch in one transaction. */

import { InvalidArgumentError } from "../../model/errors.js";
import { requireConnector, type Connector } from "../connectors.js";
import type { IngestBatch, IngestReport } from "../ingest-port.js";
import type { ConversationRef } from "../port.js";
import { checkRef } from "../routes.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import { faultOfId } from "../text.js";
import { afterGrowth } from "../upkeep/growth.js";
import { checkEvent } from "./check-event.js";
import { Refusal, type CheckedEvent } from "./checked-event.js";
import { Outcomes } from "./outcomes.js";
import { openEnvelopes, type PlainEvent } from "./open-envelopes.js";
import { openRoom, type Room } from "./place.js";
import { applySegment } from "./segment.js";
import { segmentsOf } from "./segments.js";

/**
 * Stores, edits, deletes and narrows as the events of a batch say, in their order. Repeating a batch
 * changes nothing. Errors: `UnknownConversationError` for a connector that was not declared,
 * `InvalidArgumentError` for a conversation that is none.
 */
export async function ingest(scope: Scope, batch: IngestBatch): Promise<IngestReport> {
  const { conversation } = batch;
  checkKey(conversation);
  const events = await openEnvelopes(scope, batch);
  const report = await writing(scope, (session) => ingestBatch(session, conversation, events), {
    retry: true,
  });
  await afterGrowth(scope.database, events.length);
  return report;
}

function checkKey(ref: ConversationRef): void {
  checkRef(ref);
  const fault = faultOfId(ref.id);
  if (fault !== null) throw InvalidArgumentError.of("conversation.id", fault);
}

async function ingestBatch(
  session: BoundSession,
  conversation: ConversationRef,
  events: readonly PlainEvent[],
): Promise<IngestReport> {
  const connector = await requireConnector(session, conversation.connector);
  const outcomes = new Outcomes(events.length);
  const checked = checkAll(events, connector, outcomes);
  if (checked.length > 0)
    await applyAll(await openRoom(session, connector, conversation), checked, outcomes);
  return { outcomes: outcomes.all() };
}

function checkAll(
  events: readonly PlainEvent[],
  connector: Connector,
  outcomes: Outcomes,
): readonly CheckedEvent[] {
  return events.flatMap((event, position) => {
    const checked = event instanceof Refusal ? event : checkEvent(event, position, connector);
    if (!(checked instanceof Refusal)) return [checked];
    outcomes.refused(position, checked);
    return [];
  });
}

async function applyAll(
  room: Room,
  events: readonly CheckedEvent[],
  outcomes: Outcomes,
): Promise<void> {
  for (const segment of segmentsOf(events)) await applySegment(room, segment, outcomes);
}
