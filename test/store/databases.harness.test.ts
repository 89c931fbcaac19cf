import { expect, test } from "vitest";
import { forEachDatabase, openStoreScope } from "./harness.js";
import { reading, writing } from "../../dist/store/scope.js";

forEachDatabase("the harness", (open, kind) => {
  test("gives a migrated database with a scope that reads what it wrote", async () => {
    const database = await open();
    const scope = await openStoreScope(database);
    expect(database.kind).toBe(kind === "pglite" ? "pglite" : "postgres");
    await writing(scope, (session) =>
      session.query(
        `insert into backread.connectors (perspective_id, type, name, ids) values ($1, 'irc', 'x', 'global')`,
        [session.perspectiveId],
      ),
    );
    const count = await reading(scope, (session) =>
      session.query(`select count(*) as n from backread.connectors where perspective_id = $1`, [
        session.perspectiveId,
      ]),
    );
    expect(count).toEqual([{ n: 1 }]);
  });

  test("fences the owner in too", async () => {
    const scope = await openStoreScope(await open());
    const other = { ...scope, perspectiveId: scope.perspectiveId + 1 };
    const insert = `insert into backread.connectors (perspective_id, type, name, ids) values ($1, 'irc', 'x', 'global')`;
    await writing(scope, (session) => session.query(insert, [scope.perspectiveId]));
    const seen = await reading(other, (session) =>
      session.query(`select count(*) as n from backread.connectors`),
    );
    expect(seen).toEqual([{ n: 0 }]);
  });
});
