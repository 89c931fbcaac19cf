import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { reading, type Scope } from "../../dist/store/scope.js";
import { readPool, type Pool } from "../../dist/store/search/pool.js";
import { looksUp } from "../../dist/store/search/scoring.js";
import { openSearch, readTerms, type Term } from "../../dist/store/search/statistics.js";
import { bindDestination, type Binding } from "../../dist/store/view/binding.js";
import { resolveFilters } from "../../dist/store/view/filters.js";
import type { SearchFilters } from "../../dist/store/port.js";
import { randomBelow } from "../../bench/lib/random.mjs";
import { forEachDatabase } from "./harness.js";
import { channel, members, newScope, NOW, PUBLIC, tell, viewTools, type Said } from "./spoken.js";

const GENERAL = channel("general");
const OTHER = channel("other");
const WORDS = ["harbour", "walrus", "ship", "fog", "rope", "anchor"];

function said(count: number): readonly Said[] {
  const random = randomBelow(7);
  return Array.from({ length: count }, (_, n) => ({
    in: random(3) === 0 ? OTHER : GENERAL,
    to: random(5) === 0 ? members("u7") : PUBLIC,
    by: `u${random(4)}`,
    text: Array.from({ length: 1 + random(12) }, () => WORDS[random(WORDS.length)]).join(" "),
    at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
  }));
}

const QUERIES = [
  "harbour",
  "ship anchor",
  "walrus fog rope",
  "anchor unheard",
  "unheard",
  WORDS.join(" "),
];
const FILTERS: readonly SearchFilters[] = [
  {},
  { conversation: OTHER },
  { after: "2026-01-01T03:00:00Z", before: "2026-01-01T05:00:00Z" },
];

forEachDatabase("scores of single rows", (openDatabase) => {
  let scope: Scope;
  let binding: Binding;
  beforeAll(async () => {
    const database: Database = await openDatabase();
    scope = await newScope(database);
    await tell(scope, said(600));
    binding = await bindDestination(
      scope,
      { destination: { conversation: GENERAL, audience: PUBLIC, asOf: NOW } },
      await viewTools(),
    );
  });

  /** The pool by both ways; with some rows that another lane found, and some that a turn has. */
  function bothWays(query: string, filters: SearchFilters): Promise<readonly Pool[]> {
    return reading(scope, async (session) => {
      const opening = await openSearch(session, binding, {
        text: query,
        literals: [],
        exclude: [],
      });
      const terms = await readTerms(session, opening);
      const filter = await resolveFilters(session, binding, filters, false);
      const pools: Pool[] = [];
      for (const { found, excluded } of [
        { found: [], excluded: [] },
        { found: [3, 5, 8, 13], excluded: [2, 21, 34] },
      ])
        for (const lookUp of [false, true])
          pools.push(
            await readPool(session, binding, {
              ...opening,
              terms,
              lookUp,
              filter: { ...filter, speaker: null },
              excluded,
              found,
              actors: [],
              withContent: true,
              inTurn: false,
            }),
          );
      return pools;
    });
  }

  it.each(QUERIES)("are the same looked up as taken from all: %s", async (query) => {
    for (const filters of FILTERS) {
      const [plain, lookedUp, more, moreLookedUp] = await bothWays(query, filters);
      expect(lookedUp).toEqual(plain);
      expect(moreLookedUp).toEqual(more);
      if (query !== "unheard" && filters !== FILTERS[2])
        expect(plain?.candidates.some(({ neighbours }) => neighbours > 0)).toBe(true);
    }
  });

  it("are looked up where words are in so many rows that hashing all is dearer", () => {
    const term = (frequency: number): Term => ({ lexeme: "x", frequency, idf: 1, hidden: false });
    expect(looksUp([])).toBe(false);
    expect(looksUp([term(0)])).toBe(false);
    expect(looksUp([term(10_000)])).toBe(false);
    expect(looksUp([term(10_001)])).toBe(true);
    expect(looksUp([term(30_000), term(0), term(1)])).toBe(true);
    expect(looksUp([term(19_000), term(1)])).toBe(false);
  });
});
