import { expect, test } from "vitest";
import { MAX_LINEAGE_HISTORY } from "../../dist/store/bounds.js";
import { ingest } from "../../dist/store/ingest/index.js";
import { deleteWhat } from "../../dist/store/reset.js";
import { forEachDatabase } from "./harness.js";
import { channel, destination, now, openScope, say, turn, workspace } from "./turn-support.js";

const ROOM = channel("room");
const HERE = { conversation: ROOM, audience: workspace() };

forEachDatabase("a turn's roster", (open) => {
  test("enters the messages whose labels it shows, and a reply stands on them", async () => {
    const scope = await openScope(await open());
    const as = (id: string, label: string): object => ({ author: { type: "person", id, label } });
    const first = await say(scope, "one", { ...HERE, ...as("u1", "Alex") });
    const answering = await say(scope, "two", { ...HERE, ...as("u2", "Bea") });
    const asked = { destination: destination(ROOM, workspace()), answering };
    await (await turn(scope, asked)).roster();
    // The handle is of this first label, and the name of the new one.
    const renamed = await say(scope, "three", { ...HERE, ...as("u1", "Lex") });
    const bound = await turn(scope, asked);
    const roster = await bound.roster();
    expect(roster.entries.map(({ handle, name }) => [handle, name])).toEqual([
      ["alex", "Lex"],
      ["bea", "Bea"],
    ]);
    const { ledger } = await bound.trace();
    expect([...ledger].sort()).toEqual([answering, first, renamed].sort());
    await deleteWhat(scope, { messageId: first });
    const reply = bound.deliver({ content: "alex is Lex" }, now(workspace()));
    await expect(reply).rejects.toMatchObject({ code: "evidence_withdrawn" });
  });

  test("leaves out whom it has no room for", async () => {
    const scope = await openScope(await open());
    const answering = await say(scope, "question", { ...HERE, by: "u1" });
    const { outcomes } = await ingest(scope, {
      conversation: ROOM,
      events: Array.from({ length: MAX_LINEAGE_HISTORY - 1 }, (_, row) => ({
        type: "message" as const,
        sourceId: `row ${row}`,
        content: `row ${row}`,
        author: { type: "person" as const, id: "u1", label: "u1" },
        sentAt: "2025-01-01T00:00:00Z",
        audience: workspace(),
      })),
    });
    const loaded = outcomes.flatMap((row) => (row.status === "stored" ? [row.messageId] : []));
    await say(scope, "outside", { ...HERE, by: "ann" });
    await say(scope, "outside", { ...HERE, by: "bob" });
    const asked = { destination: destination(ROOM, workspace()), answering, loaded };
    const bound = await turn(scope, asked);
    const roster = await bound.roster();
    expect(roster.entries.map(({ handle }) => handle)).toEqual(["bob"]);
    expect(roster.truncated).toBe(true);
    await say(scope, "later", { ...HERE, by: "cay" });
    await expect(bound.roster()).rejects.toMatchObject({ code: "ledger_full" });
  });
});
