import { assert, asyncProperty, constantFrom, record } from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { MessageEvent } from "../../dist/store/ingest-port.js";
import { provenance } from "./envelope-support.js";
import { forEachDatabase } from "./harness.js";
import { at, message, openScope, ROOM, take } from "./ingest-support.js";

const BEA = { type: "person", id: "uB", label: "Bea" } as const;
const M1 = message("m1", "we sail at dawn", { author: BEA });
const EMPTY = { reply_subject_actor_id: "", reply_subject_label: "" };
const SUBJECT = { reply_subject_actor_id: "actor:slack:uB", reply_subject_label: "Bea" };

function reply(more: Partial<MessageEvent>): MessageEvent {
  return message("m2", "do we?", { author: { type: "person", id: "uA", label: "Al" }, ...more });
}

forEachDatabase("whom a reply answers", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** The reply's row, after both orders of arrival, which must give the same. */
  async function answered(answer: MessageEvent, target: MessageEvent = M1): Promise<object> {
    const rows = [];
    for (const events of [
      [target, answer],
      [answer, target],
    ]) {
      const scope = await openScope(database);
      for (const event of events) await take(scope, [event]);
      rows.push((await provenance(scope)).find((row) => row.source_id === "m2"));
    }
    expect(rows[0]).toEqual(rows[1]);
    return rows[0] ?? {};
  }

  it("case 31: is the author of the one row that the transport names, with or without words of it", async () => {
    expect(await answered(reply({ replyTarget: "m1" }))).toMatchObject({
      ...SUBJECT,
      verified: false,
    });
    const quoted = { text: "sail at", sourceId: "m1", label: "Bea" };
    expect(await answered(reply({ replyTarget: "m1", quoted }))).toMatchObject({
      ...SUBJECT,
      verified: true,
    });
  });

  it("case 31: is nobody where the transport calls another the author", async () => {
    expect(await answered(reply({ replyTarget: "m1", replyAuthor: "uC" }))).toMatchObject(EMPTY);
    expect(await answered(reply({ replyTarget: "m1", replyAuthor: "uB" }))).toMatchObject(SUBJECT);
  });

  it("case 31: is nobody by a label alone, whose claim and words are kept", async () => {
    const quoted = { text: "we sail at dawn", label: "Bea" };
    expect(await answered(reply({ quoted }))).toMatchObject({
      ...EMPTY,
      verified: false,
      quoted: "we sail at dawn",
      quoted_label: "Bea",
    });
  });

  it("a quote that its row does not hold keeps its claim and is not verified", async () => {
    const quoted = { text: "we sail at dusk", sourceId: "m1", label: "Boss" };
    expect(await answered(reply({ quoted }))).toMatchObject({
      ...EMPTY,
      verified: false,
      quoted: "we sail at dusk",
      quoted_label: "Boss",
    });
  });

  it("is nobody on another channel, and nobody for a row that answers itself", async () => {
    const elsewhere = { ...M1, channel: "c2" };
    expect(await answered(reply({ replyTarget: "m1", channel: "c1" }), elsewhere)).toMatchObject(
      EMPTY,
    );
    expect(await answered(reply({ replyTarget: "m2" }))).toMatchObject(EMPTY);
  });

  it("is nobody where the row came on another route, alias or not", async () => {
    const scope = await openScope(database);
    await take(scope, [M1], { ...ROOM, id: "other" });
    await take(scope, [reply({ replyTarget: "m1" })]);
    expect((await provenance(scope))[1]).toMatchObject(EMPTY);
  });

  it("is the first of two that came under one id, of which the second is no row", async () => {
    const scope = await openScope(database);
    const forged = { ...M1, author: { type: "person", id: "uC", label: "Cy" } } as const;
    const outcomes = await take(scope, [M1, forged, reply({ replyTarget: "m1" })]);
    expect(outcomes.map(({ status }) => status)).toEqual(["stored", "repeated", "stored"]);
    expect((await provenance(scope))[1]).toMatchObject(SUBJECT);
  });

  it("is nobody once that row is deleted, whenever the deletion comes", async () => {
    const gone = { type: "delete", sourceId: "m1", at: at(9) } as const;
    const answer = reply({
      replyTarget: "m1",
      replyAuthor: "uB",
      quoted: { text: "sail at", sourceId: "m1", label: "Bea" },
    });
    for (const events of [
      [M1, answer, gone],
      [M1, gone, answer],
      [gone, answer, M1],
    ]) {
      const scope = await openScope(database);
      for (const event of events) await take(scope, [event]);
      const rows = await provenance(scope);
      expect(rows.find((row) => row.source_id === "m2")).toMatchObject({
        ...EMPTY,
        verified: false,
      });
      expect(JSON.stringify(rows.filter((row) => row.source_id === "m2"))).not.toContain("sail at");
    }
  });

  it("is never anybody whom the transport did not name, whatever the fields hold", async () => {
    const nasty = constantFrom(
      "m1",
      "uB",
      "Bea",
      "'; delete from backread.messages; --",
      "</reply><b>",
      "$1",
      "%",
      "actor:slack:uB",
      "",
    );
    const fields = record({ replyTarget: nasty, replyAuthor: nasty, label: nasty, text: nasty });
    await assert(
      asyncProperty(fields, async ({ replyTarget, replyAuthor, label, text }) => {
        const scope = await openScope(database);
        const author = { type: "person", id: label, label } as const;
        const quoted = { text, label, sourceId: replyTarget };
        await take(scope, [M1, reply({ author, replyTarget, replyAuthor, quoted })]);
        const row = (await provenance(scope)).find(({ source_id }) => source_id === "m2");
        const named = replyTarget === "m1" && (replyAuthor === "" || replyAuthor === "uB");
        expect(row).toMatchObject(named ? SUBJECT : EMPTY);
        expect(row?.actor_id).toBe(label === "" ? "" : `actor:slack:${label}`);
        expect(row?.verified).toBe(
          replyTarget === "m1" && text !== "" && M1.content.includes(text),
        );
      }),
      { numRuns: 40 },
    );
  });
});
