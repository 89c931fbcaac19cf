import type { Store } from "../../store/store-port.js";
import type { Destination, View } from "../../store/port.js";
import { text, type Args } from "../args.js";
import { UsageError } from "../usage-error.js";
import { readRoom } from "./names.js";

/**
 * What the readers of a room may see, as of now. Who they are is what the store last recorded of
 * that room: a person at a terminal has no platform to ask.
 */
export async function viewingFrom(store: Store, args: Args): Promise<View> {
  const requester = text(args, "requester");
  return store.view({
    destination: await destinationOf(store, args),
    ...(requester === null ? {} : { requester: { id: requester } }),
  });
}

export async function destinationOf(store: Store, args: Args): Promise<Destination> {
  const value = text(args, "viewing");
  if (value === null)
    throw new UsageError(
      "--viewing is missing",
      "it names the room one reads in: --viewing TYPE/NAME/KIND/ID, as in slack/acme/channel/C1",
    );
  const conversation = readRoom("--viewing", value);
  const known = await store.audienceOf(conversation);
  if (known === null)
    throw new UsageError(
      `nobody knows who reads in "${value}"`,
      "a room gets readers when its rows first come in, from the export or import --audience",
    );
  return { conversation, audience: known, asOf: new Date().toISOString() };
}
