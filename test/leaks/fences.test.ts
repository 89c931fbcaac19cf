import { beforeAll, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { forEachDatabase } from "../store/harness.js";
import { askFence, FENCES, HOLES, noticedBy, WIDE_HOLES } from "./fences.js";
import { fencedTables, fillTables, type Table } from "./filling.js";

forEachDatabase("the second fence", (open, kind) => {
  let database: Database;
  let tables: readonly Table[];

  beforeAll(async () => {
    database = await open();
    await fillTables(database);
    tables = await database.transaction({ begin: "begin" }, fencedTables);
  });

  test.for(FENCES)("$name", async (fence) => {
    expect(await askFence(database, fence, { tables })).toEqual([]);
  });

  test.for(HOLES)("$name is missed in each table", async (hole, { task }) => {
    const killers = new Set<string>();
    const holed = tables.filter((table) => hole.tables(table));
    for (const table of holed) {
      const change = hole.change(`backread.${table.name}`);
      const killer = await noticedBy(database, { tables: [table], change });
      expect(killer, table.name).not.toBeNull();
      killers.add(`"${killer}"`);
    }
    const by = [...killers].join(" and ");
    task.meta.line = `${kind}: killed ${hole.name} of ${holed.length} tables by ${by}`;
  });

  test.for(WIDE_HOLES)("$name is missed", async ({ name, change }, { task }) => {
    const killer = await noticedBy(database, { tables, change });
    expect(killer).not.toBeNull();
    task.meta.line = `${kind}: killed ${name} by "${killer}"`;
  });
});
