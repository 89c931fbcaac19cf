/** PGlite in a page: in memory in the page's own thread, and kept in IndexedDB by a worker. */
import { expect, test } from "vitest";
import { migrate } from "../../dist/store/migrate.js";
import { openDatabase } from "../../dist/store/open-database.js";
import { MIGRATIONS } from "../../dist/store/schema/index.js";

const BEGIN = { begin: "begin" };
const NUMBERS = MIGRATIONS.map(({ number }) => number);
const COUNT = "select count(*) as n from backread.messages";

test("in memory it answers the migrated schema", async () => {
  const database = await openDatabase({ url: "pglite:memory", inCallersThread: true });
  expect(await migrate(database)).toEqual(NUMBERS);
  const reading = { begin: "begin; set local role backread_reader" };
  expect(await database.transaction(reading, (session) => session.query(COUNT))).toEqual([
    { n: 0 },
  ]);
  await database.close();
});

test("in IndexedDB it is kept, for one tab at a time", async () => {
  const url = `pglite:idb://backread-${crypto.randomUUID()}`;
  const first = await openDatabase({ url });
  expect(await migrate(first)).toEqual(NUMBERS);
  await expect(openDatabase({ url })).rejects.toMatchObject({
    code: "store_locked",
    data: { pid: 0 },
  });
  await first.close();
  const second = await openDatabase({ url });
  expect(await migrate(second)).toEqual([]);
  expect(await second.transaction(BEGIN, (session) => session.query(COUNT))).toEqual([{ n: 0 }]);
  await second.close();
});
