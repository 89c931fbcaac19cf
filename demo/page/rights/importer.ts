/** Writes the rows of an export into a store, each with who could read it. */
import { ImportBatches } from "../../../dist/cli/store/import-batches.js";
import { ImportEvents, qualify } from "../../../dist/cli/store/import-events.js";
import { ImportTally } from "../../../dist/cli/store/import-tally.js";
import type { IngestBatch, Store } from "../../../dist/store/index.js";
import type { Tell, Workspace } from "./protocol.js";
import { RoomBook } from "./room-book.js";
import type { ExportSource } from "./source.js";

/** Rejects with the signal's reason once it has fired. */
export async function importInto(
  store: Store,
  { name, items, target, agentIds }: ExportSource,
  { tell, signal }: { readonly tell: Tell; readonly signal: AbortSignal },
): Promise<Workspace> {
  const qualified = agentIds.map((id) => qualify(id, target));
  await store.declare({ ...target.connector, ids: target.ids, agentIds: qualified });
  const events = new ImportEvents(target);
  const batches = new ImportBatches();
  const book = new RoomBook();
  const tally = new ImportTally();
  let issues = 0;
  const ingest = async (batch: IngestBatch): Promise<void> => {
    signal.throwIfAborted();
    tally.add(await store.ingest(batch));
    tell("importing", tally.seen);
  };
  tell("importing", 0);
  for await (const item of items) {
    signal.throwIfAborted();
    if (item.type === "issue") issues++;
    if (item.type !== "message") continue;
    const addressed = events.next(item);
    book.add(addressed, item.source);
    for (const batch of batches.add(addressed)) await ingest(batch);
  }
  for (const batch of batches.rest()) await ingest(batch);
  const { stored, repeated, seen, withoutEvidence } = tally;
  const refused = seen - stored - repeated;
  return { name, ...(await book.readIn(store)), stored, withoutEvidence, refused, issues };
}
