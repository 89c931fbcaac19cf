/** The last number that a conversation can have: what would stand after it is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type { IngestEvent, IngestOutcome } from "../../dist/store/ingest-port.js";
import { merge } from "../../dist/store/merge.js";
import type { ConversationRef } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { openMemory } from "./harness.js";
import { channel, destination, now, openScope, PUBLIC, turn, view } from "./turn-support.js";

const LAST = Number.MAX_SAFE_INTEGER;
/** So many microseconds after 1970. */
const LAST_INSTANT = "2255-06-05T23:47:34.740991Z";
const [ROOM, OTHER] = [channel("room"), channel("other")];

describe("after the last number", () => {
  let database: Database;
  let scope: Scope;

  beforeAll(async () => {
    database = await openMemory();
  });
  beforeEach(async () => {
    scope = await openScope(database);
  });
  afterAll(() => database.close());

  async function take(
    conversation: ConversationRef,
    sourceId: string,
    place: { readonly sentAt: string } | { readonly sequence: number },
  ): Promise<IngestOutcome | undefined> {
    const event: IngestEvent = {
      type: "message",
      sourceId,
      content: `words of ${sourceId}`,
      author: { type: "person", id: "u1", label: "Ann" },
      audience: PUBLIC,
      ...place,
    };
    return (await ingest(scope, { conversation, events: [event] })).outcomes[0];
  }

  async function numbersOf(conversation: ConversationRef): Promise<readonly number[]> {
    const bound = await view(scope, conversation, PUBLIC);
    const { messages } = await bound.log({ conversation }).readBefore(null, 10);
    return messages.map(({ sequence }) => sequence);
  }

  test("there is no second row of the last instant, and all others are taken in and read", async () => {
    expect(await take(ROOM, "a", { sentAt: LAST_INSTANT })).toMatchObject({ status: "stored" });
    const second = await take(ROOM, "b", { sentAt: LAST_INSTANT });
    expect(second).toMatchObject({ status: "refused", code: "malformed_event" });
    const third = await take(ROOM, "c", { sentAt: "1970-01-01T00:00:00.000007Z" });
    expect(third).toMatchObject({ status: "stored" });
    expect(await numbersOf(ROOM)).toEqual([LAST, 7]);
  });

  test("nothing is merged", async () => {
    for (const conversation of [ROOM, OTHER]) await take(conversation, "a", { sequence: LAST });
    await expect(merge(scope, OTHER, ROOM)).rejects.toMatchObject({ code: "invalid_alias" });
    expect([await numbersOf(ROOM), await numbersOf(OTHER)]).toEqual([[LAST], [LAST]]);
  });

  test("nothing is answered", async () => {
    const asked = await take(ROOM, "a", { sequence: LAST });
    if (asked?.status !== "stored") throw new Error("it was not stored");
    const begun = await turn(scope, {
      destination: destination(ROOM, PUBLIC),
      answering: asked.messageId,
    });
    const reply = begun.deliver({ content: "well" }, now(PUBLIC));
    await expect(reply).rejects.toMatchObject({ code: "invalid_destination" });
    expect(await numbersOf(ROOM)).toEqual([LAST]);
  });
});
