import { beforeEach, expect, it } from "vitest";
import { DatabaseError } from "../../dist/model/store-errors.js";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import { grownTables } from "../../dist/store/upkeep/growth.js";
import { forEachDatabase } from "./harness.js";
import { channel, newScope, PUBLIC, tell, type Said } from "./spoken.js";

const ROOM = channel("room");

function said(from: number, count: number): readonly Said[] {
  return Array.from({ length: count }, (_, n) => ({
    in: ROOM,
    to: PUBLIC,
    text: `row ${from + n} of word${from + n}`,
    at: new Date(Date.UTC(2026, 0, 1) + (from + n) * 1_000).toISOString(),
    sourceId: `m${from + n}`,
  }));
}

/** What of a database may fail; everything else is its own. */
function refusing(database: Database): Database & { readonly refused: string[] } {
  const refused: string[] = [];
  return {
    refused,
    kind: database.kind,
    transaction: (options, body) => database.transaction(options, body),
    exclusively: (key, body) => database.exclusively(key, body),
    close: () => database.close(),
    outside: (text) => {
      refused.push(text);
      return Promise.reject(new DatabaseError("not the owner", { sqlState: "42501" }));
    },
  };
}

forEachDatabase("growth", (openDatabase) => {
  let database: Database;
  let scope: Scope;
  beforeEach(async () => {
    // Each its own: what was analysed counts for all that is in one.
    database = await openDatabase();
    scope = await newScope(database);
  });

  const outgrown = (): Promise<readonly string[]> =>
    database.transaction({ begin: "begin" }, grownTables);

  it("is looked at while rows come in: the planner knows the whole of each table", async () => {
    await tell(scope, said(0, 300));
    await tell(scope, said(300, 300));
    expect(await outgrown()).toEqual([]);
    const [row] = await database.transaction({ begin: "begin" }, (session) =>
      session.query<{ whole: number }>(
        `select reltuples::int as whole from pg_class where oid = 'backread.messages'::regclass`,
      ),
    );
    expect(row?.whole).toBeGreaterThanOrEqual(300);
  });

  it("is left alone in a store of a few rows", async () => {
    await tell(scope, said(0, 3));
    expect(await outgrown()).toEqual([]);
  });

  it("fails no row that was stored, where nothing may be analysed", async () => {
    const refused = refusing(database);
    const ids = await tell({ ...scope, database: refused }, said(0, 600));
    expect(ids).toHaveLength(600);
    expect(refused.refused).toHaveLength(1);
    expect(await outgrown()).toContain("messages");
  });
});
