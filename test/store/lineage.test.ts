import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_LINEAGE_NODES } from "../../dist/store/bounds.js";
import type { Database } from "../../dist/store/database.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { openMemory } from "./harness.js";
import { makeRoom, makeRow, makeScope, setOf, type Room } from "./turn-rows.js";

const READERS: Audience = {
  kind: "members",
  namespace: { type: "slack", name: "acme" },
  readers: ["u1"],
};

describe("the walk over lineage", () => {
  let database: Database;
  let scope: Scope;
  let room: Room;
  let set: number;
  let made = 0;

  beforeAll(async () => {
    database = await openMemory();
    scope = await makeScope(database, "ada");
    room = await makeRoom(scope, { connector: "acme", kind: "channel", key: "C1" });
    set = await writing(scope, (session) => setOf(session, room.place, READERS));
  });
  afterAll(() => database.close());

  /** A reply whose sources are given as [row, the epoch that was verified]. */
  async function reply(sources: readonly (readonly [number, number])[]): Promise<number> {
    const row = await words();
    await run(`update backread.messages set lineage = 'known' where id = $1`, [row]);
    for (const source of sources) await cite(row, source);
    return row;
  }

  async function words(): Promise<number> {
    const sourceId = `s${++made}`;
    return (await makeRow(room, { sourceId, content: "words", audience: READERS })).id;
  }

  function cite(row: number, [source, epoch]: readonly [number, number]): Promise<void> {
    return run(`insert into backread.lineage values (${scope.perspectiveId}, $1, $2, $3)`, [
      row,
      source,
      epoch,
    ]);
  }

  async function run(text: string, values: readonly number[]): Promise<void> {
    await writing(scope, (session) => session.query(text, values));
  }

  async function passes(row: number): Promise<boolean> {
    const rows = await writing(scope, (session) =>
      session.query(`select backread.lineage_allows($1, array[$2::bigint], array[$3::int])`, [
        scope.perspectiveId,
        row,
        set,
      ]),
    );
    return rows.length > 0;
  }

  /** So that whoever cites it looks into it again. */
  function changed(row: number): Promise<void> {
    return run(`update backread.messages set lineage_epoch = lineage_epoch + 1 where id = $1`, [
      row,
    ]);
  }

  test("a reply to words passes", async () => {
    expect(await passes(await reply([[await words(), 0]]))).toBe(true);
  });

  test("an id that was never a row denies, also below a source that changed", async () => {
    const forged = await reply([[-5, 0]]);
    expect(await passes(forged)).toBe(false);
    const above = await reply([[forged, 0]]);
    expect(await passes(above)).toBe(true);
    await changed(forged);
    expect(await passes(above)).toBe(false);
  });

  test("a tombstone is present, and its set still counts", async () => {
    const gone = await words();
    const above = await reply([[gone, 0]]);
    await run(`update backread.messages set state = 'deleted', content = '' where id = $1`, [gone]);
    expect(await passes(above)).toBe(true);
    await run(`update backread.messages set set_id = null where id = $1`, [gone]);
    expect(await passes(above)).toBe(false);
  });

  test("a reply that is gone says by its set what stood below it", async () => {
    const below = await words();
    const gone = await reply([[below, 0]]);
    const above = await reply([[gone, 0]]);
    await run(`update backread.messages set state = 'withdrawn' where id = $1`, [gone]);
    await changed(gone);
    expect(await passes(above)).toBe(true);
  });

  test("a diamond passes, at equal and at different depths", async () => {
    const base = await reply([[await words(), 0]]);
    const left = await reply([[base, 0]]);
    const right = await reply([
      [base, 0],
      [left, 0],
    ]);
    const top = await reply([
      [left, 0],
      [right, 0],
      [base, 0],
    ]);
    for (const row of [base, left, right]) await changed(row);
    expect(await passes(top)).toBe(true);
  });

  test("a cycle denies: of itself, through a changed source, and below one", async () => {
    const self = await reply([]);
    await cite(self, [self, 0]);
    expect(await passes(self)).toBe(false);

    const one = await reply([]);
    const two = await reply([[one, 0]]);
    await cite(one, [two, 0]);
    await changed(one);
    expect(await passes(two)).toBe(false);

    await changed(two);
    const above = await reply([[two, 0]]);
    expect(await passes(above)).toBe(false);
  });

  test(`${MAX_LINEAGE_NODES} nodes pass and one more denies`, async () => {
    const wide = await reply([]);
    await run(
      `with made as (
         insert into backread.messages (perspective_id, conversation_id, origin_conversation_id,
           connector_id, route_id, route_kind, sequence, source_id, author_type, content, set_id,
           index_status)
         select $1, conversation_id, origin_conversation_id, connector_id, route_id, route_kind,
           1000000 + n, 'n' || n, 'person', 'words', $2, 'indexed'
         from backread.messages, generate_series(1, $4::int) n where id = $3 returning id)
       insert into backread.lineage select $1, $3, id, 0 from made`,
      [scope.perspectiveId, set, wide, MAX_LINEAGE_NODES],
    );
    expect(await passes(wide)).toBe(true);
    await cite(wide, [await words(), 0]);
    expect(await passes(wide)).toBe(false);
  });

  test("a long ladder of changed replies is walked once", async () => {
    let rungs: [number, number][] = [[await words(), 0]];
    for (let height = 0; height < 40; height++) {
      const pair = [await reply(rungs), await reply(rungs)];
      for (const row of pair) await changed(row);
      rungs = pair.map((row) => [row, 0]);
    }
    const begun = performance.now();
    expect(await passes(await reply(rungs))).toBe(true);
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});
