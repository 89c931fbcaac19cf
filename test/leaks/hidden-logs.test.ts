import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import { forEachDatabase } from "../store/harness.js";
import { newScope, tell, type Said } from "../store/spoken.js";
import {
  hiddenRows,
  masked,
  PAGES,
  pagesOf,
  sameInstant,
  tellWithdrawn,
  viewOf,
  visibleRows,
} from "./hidden-logs.js";
import { mutated, mutations } from "./mutations.js";

/** Two cores that others use too. */
const PATIENCE = 300_000;

forEachDatabase("pages of logs", (open) => {
  let database: Database;
  let plain: Scope;
  /** Stores that hold hidden rows as well, by when they were taken in. */
  const twins = new Map<string, Scope>();

  const told = async (...parts: readonly (readonly Said[])[]): Promise<Scope> => {
    const scope = await newScope(database);
    for (const part of parts) await tell(scope, part);
    return scope;
  };
  const pages = async (scope: Scope, limit: number): Promise<string> =>
    masked(await pagesOf(await viewOf(scope), limit));

  beforeAll(async () => {
    database = await open();
    plain = await told(visibleRows());
    twins.set("taken in first", await told(hiddenRows(1), visibleRows()));
    twins.set("taken in later", await told(visibleRows(), hiddenRows(2)));
    const later = await told(visibleRows(), hiddenRows(3));
    await tellWithdrawn(later);
    twins.set("and withdrawn ones", later);
  }, PATIENCE);

  const NAMES = ["taken in first", "taken in later", "and withdrawn ones"] as const;

  describe.each(PAGES)("of %i rows", (limit) => {
    test.for(NAMES)("are the same bytes beside hidden rows %s", async (name) => {
      expect(await pages(twins.get(name)!, limit)).toBe(await pages(plain, limit));
    });

    // Without them, what is hidden would be served: the comparison above sees it.
    test.for([
      ["allowed_sets", "taken in first"],
      ["allowed_sets", "taken in later"],
      ["audience_allows", "taken in first"],
      ["row_is_live", "and withdrawn ones"],
    ] as const)("are others without %s beside rows %s", async ([predicate, name]) => {
      const mutation = mutations().find((each) => each.name === predicate)!;
      const bare = await pages(plain, limit);
      const leaking = await mutated(database, mutation, () => pages(twins.get(name)!, limit));
      expect(leaking).not.toBe(bare);
      expect(leaking).toMatch(/hidden|withdrawn/u);
    });
  });

  test("differ by one in a sequence, and no more, beside a hidden row of the same microsecond", async () => {
    const [visible, hidden] = sameInstant();
    const [bare, first, later] = [
      await pages(await told([visible]), 7),
      await pages(await told([hidden], [visible]), 7),
      await pages(await told([visible], [hidden]), 7),
    ];
    expect(later).toBe(bare);
    expect(first).not.toBe(bare);
    // A sequence of its conversation, and not the number that the log across conversations gives.
    const lowered = first.replaceAll(/(?<="sequence":)17\d{14}\b/gu, (own) =>
      String(Number(own) - 1),
    );
    expect(lowered).toBe(bare);
  });
});
