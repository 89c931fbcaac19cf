import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { reading, writing, type Scope } from "../../dist/store/scope.js";
import { deliver, type TurnBinding } from "../../dist/store/turn/deliver.js";
import { destinationValues } from "../../dist/store/turn/evidence.js";
import { Ledger } from "../../dist/store/turn/ledger.js";
import { createTurnRow, readTurnRow } from "../../dist/store/turn/turn-row.js";
import { destinationRow } from "../../dist/store/turn/deliver.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { openMemory } from "./harness.js";
import { makeRoom, makeRow, makeScope, type MadeRow, type Room } from "./turn-rows.js";

const NAMESPACE = { type: "slack", name: "acme" };
const NOW = "2026-01-05T10:00:00Z";

function members(...readers: string[]): Audience {
  return { kind: "members", namespace: NAMESPACE, readers, direct: readers.length === 1 };
}

describe("deliver", () => {
  let database: Database;
  let scope: Scope;
  let dm: Room;
  let asked: MadeRow;
  let turns = 0;

  beforeAll(async () => {
    database = await openMemory();
    scope = await makeScope(database, "ada");
    dm = await makeRoom(scope, { connector: "acme", kind: "dm", key: "D1" });
    asked = await makeRow(dm, { sourceId: "1", content: "when?", audience: members("u1") });
  });
  afterAll(() => database.close());

  async function begin(saw: readonly MadeRow[], audience = members("u1")): Promise<TurnBinding> {
    const turnId = `turn-${++turns}`;
    const destination = { conversation: "slack/acme/dm/D1", channel: "" };
    await writing(scope, (session) => createTurnRow(session, turnId, { runId: null, destination }));
    const answering = asked.messageId;
    const ledger = new Ledger(scope, { turnId, answering, loaded: [], held: [] });
    await ledger.enter([answering, ...saw.map((row) => row.messageId)], "read");
    return { turnId, place: dm.place, channel: "", audience, agentIds: [], answering };
  }

  async function visible(messageId: string, audience: Audience): Promise<boolean> {
    return reading(scope, async (session) => {
      const rows = await session.query(
        `with s as materialized (select backread.allowed_sets(
           row($1, $3, $4, $5, $6::text[], $7, $8)::backread.destination) as sets)
         select m.id from backread.messages m, s
         where m.perspective_id = $1 and m.message_id = $2 and backread.row_is_live(m)
           and m.set_id = any(s.sets)
           and m.id in (select backread.lineage_allows($1, array[m.id], s.sets))`,
        [scope.perspectiveId, messageId, ...destinationValues(destinationRow(dm.place, audience))],
      );
      return rows.length > 0;
    });
  }

  test("writes a reply that its readers may read, and nobody else", async () => {
    const turn = await begin([]);
    const now = { audience: members("u1"), asOf: NOW };
    const made = await deliver(scope, turn, { content: "at ten", sentAt: NOW }, now);
    expect(made.sequence).toBe(Date.parse(NOW) * 1000);
    expect(await visible(made.messageId, members("u1"))).toBe(true);
    expect(await visible(made.messageId, members("u2"))).toBe(false);
    const again = await deliver(scope, turn, { content: "at eleven" }, now);
    expect(again).toEqual(made);
    const row = await reading(scope, (session) => readTurnRow(session, turn.turnId));
    expect(row.delivered).toEqual(made);
  });

  test("refuses a wider audience, and one read before the room changed", async () => {
    const turn = await begin([]);
    const wider = { audience: members("u1", "u2"), asOf: NOW };
    await expect(deliver(scope, turn, { content: "x" }, wider)).rejects.toMatchObject({
      code: "destination_changed",
    });
  });

  test("refuses once a row that was seen is gone", async () => {
    const seen = await makeRow(dm, { sourceId: "s", content: "gone", audience: members("u1") });
    const turn = await begin([seen]);
    await writing(scope, (session) =>
      session.query(`update backread.messages set state = 'deleted', content = '' where id = $1`, [
        seen.id,
      ]),
    );
    await expect(
      deliver(scope, turn, { content: "x" }, { audience: members("u1"), asOf: NOW }),
    ).rejects.toMatchObject({ code: "evidence_withdrawn" });
  });
});
