import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { SearchFilters, StoreAnswer, View } from "../../dist/store/port.js";
import { runSearch } from "../../dist/store/search/run-search.js";
import { bindDestination } from "../../dist/store/view/binding.js";
import { bindView } from "../../dist/store/view/view.js";
import { forEachDatabase } from "./harness.js";
import {
  channel,
  direct,
  dm,
  members,
  newScope,
  NOW,
  open,
  PUBLIC,
  sure,
  tell,
  viewIn,
  viewTools,
  WORKSPACE,
  type Said,
} from "./spoken.js";

const GENERAL = channel("general");
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();
const texts = ({ hits }: StoreAnswer): string[] => hits.map(({ content }) => content);
const lanesOf = ({ lanes }: StoreAnswer): string[] => lanes.map(({ lane }) => lane);

/** Rows of a public room, a minute apart. */
function said(...contents: string[]): Said[] {
  return contents.map((text, minute) => ({ in: GENERAL, to: PUBLIC, text, at: at(minute) }));
}

forEachDatabase("search", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  async function viewOn(rows: readonly Said[], requester?: string): Promise<View> {
    const scope = await newScope(database);
    await tell(scope, rows);
    return viewIn(scope, GENERAL, PUBLIC, requester);
  }

  describe("by words", () => {
    it("takes any of the words, the rarer ones first", async () => {
      const view = await viewOn(
        said("we decided to move Acme on Friday", "Friday lunch", "Friday rain", "nothing at all"),
      );
      const answer = await view.search("Acme migration decision Friday");
      expect(answer.status).toBe("ok");
      expect(texts(answer)[0]).toBe("we decided to move Acme on Friday");
      expect(texts(answer)).not.toContain("nothing at all");
      expect(answer.hits[0]?.parts.words).toBeGreaterThan(answer.hits[1]?.parts.words ?? 0);
    });

    it("takes the rows beside the best for a question of three words, whoever is asked for", async () => {
      const scope = await newScope(database);
      await tell(scope, [
        { in: GENERAL, to: PUBLIC, by: "u1", text: "when does the zebra ferry sail?", at: at(0) },
        { in: GENERAL, to: PUBLIC, by: "u2", text: "at noon", at: at(1) },
        ...Array.from({ length: 9 }, (_, n) => ({
          in: GENERAL,
          to: PUBLIC,
          text: `filler ${n}`,
          at: at(10 + n),
        })),
      ]);
      const view = await viewIn(scope, GENERAL, PUBLIC);
      const long = await view.search("zebra ferry sail");
      expect(texts(long).slice(0, 2)).toEqual(["when does the zebra ferry sail?", "at noon"]);
      expect(Object.keys(sure(long.hits[1]).parts)).not.toContain("words");
      expect(texts(await view.search("zebra ferry"))).toEqual(["when does the zebra ferry sail?"]);
      // The same row with the same score where only its author is asked for.
      const one = await view.search("zebra ferry sail", { filters: { actor: { id: "u2" } } });
      expect(one.hits[0]).toEqual(long.hits[1]);
    });

    it("adds its parts up, shows the rows around, and says which lane", async () => {
      const view = await viewOn(said("before", "the zebra", "after", "later"), "u9");
      const [hit] = (await view.search("who saw the zebra?")).hits;
      const sum = Object.values(sure(hit).parts).reduce((total, part) => total + part, 0);
      expect(sure(hit).score).toBe(sum);
      expect(sure(hit).lanes).toEqual(["words"]);
      expect(sure(hit).before.map(({ content }) => content)).toEqual(["before"]);
      expect(sure(hit).after.map(({ content }) => content)).toEqual(["after", "later"]);
      expect(Object.keys(sure(hit).parts)).toEqual(
        expect.arrayContaining(["words", "recency", "requesterSpoke", "sameConversation"]),
      );
    });

    it("lends a row half of what its neighbours have", async () => {
      const quiet = said("yes it was", "the zebra escaped", "really?", "no", "what", "hm", "zebra");
      const view = await viewOn(quiet);
      const { hits } = await view.search("zebra escaped");
      const [first] = hits;
      expect(first?.content).toBe("the zebra escaped");
      expect(first?.parts.neighbours ?? 0).toBe(0);
      const near = await viewOn(said("zebra", "escaped"));
      const [one, other] = (await near.search("zebra escaped")).hits;
      expect(one?.parts.neighbours).toBe(Math.floor(sure(other?.parts.words) / 2));
    });

    it("prefers the speaker whom the question names, as a whole word", async () => {
      const rows = ["Ana", "Anabel", "Joy"].map((label, minute) => ({
        in: channel(label),
        to: PUBLIC,
        text: "moved to Lisbon",
        by: { type: "person", id: label, label } as const,
        at: at(minute),
      }));
      const view = await viewOn([...rows, ...said("x")]);
      const { hits } = await view.search("where did ANA move?");
      expect(hits.map(({ parts }) => "speaker" in parts)).toEqual([true, false, false]);
      expect(hits[0]?.author).toMatchObject({ label: "Ana" });
      expect(hits[0]?.parts.speaker).toBe(Math.floor(sure(hits[0]?.parts.words) / 4));
    });

    it("demotes what the conversation's own window holds, for a turn, which has loaded it", async () => {
      const scope = await newScope(database);
      await tell(scope, [
        ...said(...Array.from({ length: 40 }, (_, n) => (n === 2 ? "zebra" : `filler ${n}`))),
        { in: GENERAL, to: PUBLIC, text: "zebra", at: at(50) },
      ]);
      const destination = { conversation: GENERAL, audience: PUBLIC, asOf: NOW };
      const binding = await bindDestination(scope, { destination }, await viewTools());
      const old = "2026-01-01T10:02:00Z";
      const recent = "2026-01-01T10:50:00Z";
      const inTurn = await runSearch(scope, binding, "zebra", { turnId: "t1" });
      expect(inTurn.hits.map(({ sentAt }) => sentAt)).toEqual([old, recent]);
      expect(inTurn.hits[1]?.parts.recentWindow).toBeLessThan(0);
      const looking = await runSearch(scope, binding, "zebra");
      expect(looking.hits.map(({ sentAt }) => sentAt)).toEqual([recent, old]);
    });
  });

  describe("by spelling", () => {
    const cases: readonly [query: string, text: string, lane: string][] = [
      ["sess", "set sess.opts before that", "literal"],
      ["12345", "ticket ABC-12345 is open", "literal"],
      ["AT&T", "the AT&T contract", "literal"],
      ["10.0.7", "host 10.0.7.21 is down", "literal"],
      ["to be or not to be", "To be, or not to be... TO BE OR NOT TO BE", "literal"],
      ["100%", "it is 100% sure", "literal"],
      ["snake_case", "use Snake_Case here", "literal"],
      ["日本語", "これは日本語の文です", "literal"],
      ["日本", "東京は日本の首都です", "recent"],
      ["ภาษา", "ฉันพูดภาษาไทย", "literal"],
      ["🎉", "done 🎉", "recent"],
      ["at", "at it", "recent"],
      ["::", "std::vector", "recent"],
      // Three characters, of which no trigram can be told from inside a text.
      ["c++", "is it C++ or Rust", "recent"],
      ["f#!", "we use F#!", "recent"],
      ["+ab", "the blood group is A+AB", "literal"],
      ["/zeb.a/", "a zebra", "expression"],
    ];
    let view: View;
    beforeAll(async () => {
      view = await viewOn(said(...cases.map(([, text]) => text), "nothing to see, t-e-n"));
    });

    for (const [query, text, lane] of cases)
      it(`finds ${query} (${lane})`, async () => {
        const answer = await view.search(query);
        expect(texts(answer)[0]).toBe(text);
        expect(lanesOf(answer)).toContain(lane);
        expect(answer.lanes.every(({ why }) => why.length > 10)).toBe(true);
        expect(answer.hits[0]?.lanes).toContain(lane);
        expect(answer.hits[0]?.parts.literal).toBeGreaterThanOrEqual(4_000_000);
      });

    it("finds a name inside a question", async () => {
      const answer = await view.search("what was wrong with AT&T, again?");
      expect(texts(answer)[0]).toBe("the AT&T contract");
      expect(lanesOf(answer)).toEqual(["words", "literal"]);
    });

    it("says how far it read where it could not look up", async () => {
      const answer = await view.search("🦓");
      expect(answer).toMatchObject({ status: "nothing_found", hits: [] });
      expect(answer.coverage).toMatchObject({ complete: true, stoppedBy: "end" });
      expect(answer.reason).toContain("reading the newest rows");
      expect((await view.search("  ")).reason).toBe("the query is blank");
    });

    it("refuses an expression without an engine, and one that is none", async () => {
      const scope = await newScope(database);
      await open(scope, GENERAL);
      const { regex: _, ...tools } = await viewTools();
      const destination = { conversation: GENERAL, audience: PUBLIC, asOf: NOW };
      const plain = await bindView(scope, { destination }, tools);
      await expect(plain.search("/a/")).rejects.toMatchObject({ code: "regex_unsupported" });
      await expect(view.search("/(/")).rejects.toMatchObject({ code: "invalid_pattern" });
      await expect(view.search("x", { limit: 21 })).rejects.toMatchObject({
        code: "invalid_argument",
      });
      await expect(view.search("x".repeat(4001))).rejects.toMatchObject({
        code: "invalid_argument",
      });
    });

    it("takes a query that no text of the database can hold", async () => {
      expect((await view.search("zebra\u0000 \uD800")).status).toBe("ok");
    });
  });

  describe("relations between answers", () => {
    const WORDS = ["zebra", "lion", "tiger", "Acme", "deploy", "on Friday", "AT&T", "日本"];
    const authors = ["u1", "u2", "u3"];
    let view: View;
    const day = (days: number): string =>
      new Date(Date.parse(NOW) - days * 86_400_000).toISOString();

    beforeAll(async () => {
      const random = fc.sample(
        fc.record({
          words: fc.array(fc.constantFrom(...WORDS, "and", "so"), { minLength: 1, maxLength: 6 }),
          by: fc.constantFrom(...authors),
          room: fc.constantFrom("general", "random", "ops"),
          days: fc.integer({ min: 0, max: 60 }),
        }),
        { seed: 7, numRuns: 60 },
      );
      const scope = await newScope(database);
      await tell(
        scope,
        random.map(({ words, by, room, days }, index) => ({
          in: channel(room),
          to: PUBLIC,
          text: words.join(" "),
          by,
          at: new Date(Date.parse(day(days)) - index * 1000).toISOString(),
        })),
      );
      view = await viewIn(scope, channel("random"), PUBLIC, "u1");
    });

    const QUERIES = ["zebra", "who deployed the lion on Friday", "AT&T tiger", "日本", "/ti.er/"];
    const scoresOf = ({ hits }: StoreAnswer): Map<string, number> =>
      new Map(hits.map(({ messageId, score }) => [messageId, score]));
    const all = (query: string, filters: SearchFilters = {}): Promise<StoreAnswer> =>
      view.search(query, { limit: 20, filters });

    for (const query of QUERIES) {
      it(`${query}: asked twice gives the same bytes, and in any letter case`, async () => {
        const first = await all(query);
        expect(first.hits.length).toBeGreaterThan(3);
        expect(JSON.stringify(await all(query))).toBe(JSON.stringify(first));
        if (query.startsWith("/")) return;
        for (const other of [query.toUpperCase(), query.toLowerCase()])
          expect(JSON.stringify(await all(other))).toBe(JSON.stringify(first));
      });

      it(`${query}: a smaller limit gives the beginning`, async () => {
        const whole = await all(query);
        for (const limit of [1, 3, 7]) {
          const { hits } = await view.search(query, { limit });
          expect(JSON.stringify(hits)).toBe(JSON.stringify(whole.hits.slice(0, limit)));
        }
      });

      it(`${query}: filters choose rows and move no score`, async () => {
        const whole = scoresOf(await all(query));
        const parts = await Promise.all(authors.map((id) => all(query, { actor: { id } })));
        const union = new Map(parts.flatMap((part) => [...scoresOf(part)]));
        for (const [id, score] of whole) expect(union.get(id)).toBe(score);
        for (const part of parts)
          for (const { author } of part.hits)
            expect(authors).toContain(author.type === "person" ? author.id : "");
        const windows = await Promise.all([7, 30].map((days) => all(query, { after: day(days) })));
        const [week, month] = windows.map((answer) => scoresOf(answer));
        for (const [id, score] of sure(week)) expect(sure(month).get(id) ?? score).toBe(score);
        const older = scoresOf(await all(query, { before: day(30) }));
        for (const [id, score] of whole) {
          const known = sure(month).get(id) ?? older.get(id);
          if (known !== undefined) expect(known).toBe(score);
        }
        for (const id of older.keys()) expect(sure(month).has(id)).toBe(false);
      });
    }

    it("a filter that does not resolve gives nothing, as one that holds nothing does", async () => {
      const unknown: SearchFilters[] = [
        { conversation: channel("nowhere") },
        { actor: { id: "" } },
        { actor: { id: "u1", namespace: { type: "irc", name: "x" } } },
      ];
      for (const filters of unknown) {
        const answer = await all("zebra", filters);
        expect(answer).toMatchObject({ status: "nothing_found", hits: [] });
        expect(answer.reason).toContain(Object.keys(filters)[0]);
      }
    });
  });

  it("B30: a private message is found in its own room and nowhere else", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      { in: dm("u1"), to: direct("u1"), text: "!pin zebra-4471 salary", by: "u1", at: at(1) },
      { in: GENERAL, to: WORKSPACE, text: "hello", by: "u1", at: at(2) },
    ]);
    await open(scope, dm("u2"), channel("p1"));
    const own = await viewIn(scope, dm("u1"), direct("u1"), "u1");
    const others = [
      await viewIn(scope, dm("u2"), direct("u2"), "u2"),
      await viewIn(scope, GENERAL, WORKSPACE),
      await viewIn(scope, channel("p1"), members("u1", "u2"), "u1"),
    ];
    const queries = ["zebra-4471", "salary", "4471", "ze", "/zebra/"];
    for (const query of queries) expect((await own.search(query)).hits).toHaveLength(1);
    for (const view of others) {
      const seen = [
        ...(await Promise.all(queries.map((query) => view.search(query)))),
        await view.pins({ conversation: dm("u1") }),
        await view.threads({ conversation: dm("u1") }),
        await view.log().readBefore(null, 9),
        await view.log({ conversation: dm("u1") }).readBefore(null, 9),
      ];
      for (const answer of seen) {
        const { reason: _, ...rest } = { reason: null, ...answer };
        expect(JSON.stringify(rest)).not.toMatch(/zebra|salary|4471/);
      }
      for (const query of queries) expect((await view.search(query)).hits).toEqual([]);
      expect(await view.count({ conversation: dm("u1") })).toBe(0);
    }
  });

  it("B33: the limit counts rows that may be read, and nothing depends on the others", async () => {
    const scope = await newScope(database);
    await tell(scope, said(...Array.from({ length: 5 }, (_, n) => `deploy ${n}`)));
    await open(scope, dm("u1"), dm("u2"));
    const view = await viewIn(scope, dm("u2"), direct("u2"), "u2");
    const before = await view.search("deploy", { limit: 5 });
    await tell(
      scope,
      Array.from({ length: 20 }, (_, n) => {
        return { in: dm("u1"), to: direct("u1"), text: `deploy secret ${n}`, at: at(60 + n) };
      }),
    );
    const after = await view.search("deploy", { limit: 5 });
    expect(after.hits).toHaveLength(5);
    expect(after.coverage.scanned).toBe(5);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  });
});
