import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, Session } from "../../dist/store/database.js";
import { openMemory } from "./harness.js";
import type { View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  channel,
  direct,
  dm,
  members,
  newScope,
  PUBLIC,
  tell,
  viewIn,
  type Said,
} from "./spoken.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

const QUERIES = [
  "zebra",
  "did the zebra go to Lisbon",
  "AT&T",
  "lis",
  "日本",
  "z",
  "/z.bra/",
  "unheard",
] as const;

const WORDS = ["zebra", "Lisbon", "AT&T", "日本", "tea", "rain", "went", "later"];
const ROOMS = [channel("general"), channel("ops"), dm("u2")];

/** A second of its own for each row, so that no two of one conversation share a microsecond. */
const secondOf = (second: number): string =>
  new Date(Date.UTC(2026, 0, 2) + second * 1000).toISOString();

const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 })
  .map((words) => words.join(" "));

function visible(): Said[] {
  const rows = fc.sample(fc.record({ text, room: fc.nat(1) }), { seed: 11, numRuns: 40 });
  return rows.map(({ text, room }, index) => ({
    in: ROOMS[room]!,
    to: PUBLIC,
    text,
    by: `u${index % 3}`,
    at: secondOf(1000 + index * 10),
    ...(index % 9 === 8 ? { parent: `hidden-${index % 5}` } : {}),
  }));
}

/** Rows of u1 and u9, sent before, between and after the visible ones; some are their roots. */
function hidden(count: number, seed: number): Said[] {
  const rows = fc.sample(
    fc.record({ text, room: fc.nat(2), second: fc.integer({ min: 0, max: 200 }) }),
    { seed, numRuns: Math.max(count, 1) },
  );
  return rows.slice(0, count).map(({ text, room, second }, index) => ({
    in: ROOMS[room]!,
    to: index % 2 === 0 ? members("u1") : direct("u9"),
    text,
    by: "u1",
    at: secondOf(second * 10 + 1 + (index % 9)),
    sourceId: `hidden-${index}`,
  }));
}

/** Everything that a view tells, with what only another store would tell otherwise masked. */
async function told(view: View, masked: boolean): Promise<string> {
  const answers: unknown[] = [];
  for (const query of QUERIES) answers.push(await view.search(query, { limit: 20 }));
  answers.push(await view.search("zebra", { filters: { conversation: ROOMS[0]! } }));
  const log = view.log();
  const first = await log.readBefore(null, 7);
  answers.push(first, await log.readBefore(first.nextBefore, 500));
  for (const conversation of ROOMS) {
    const rows = view.log({ conversation });
    const page = await rows.readBefore(null, 11);
    answers.push(page, page.nextBefore && (await rows.readBefore(page.nextBefore, 500)));
    answers.push(await view.count({ conversation }));
    answers.push(await view.threads({ conversation }), await view.pins({ conversation }));
  }
  const [hit] = (await view.search("zebra", { limit: 1 })).hits;
  answers.push(await view.fetch(hit!.messageId), await view.neighbours(hit!.messageId, 5));
  const json = JSON.stringify(answers);
  if (!masked) return json;
  return json
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
    .replace(/"sourceId":"[^"]*"/g, '"sourceId":""');
}

const open = (scope: Scope): Promise<View> => viewIn(scope, ROOMS[0]!, PUBLIC, "u0");

describe("rows that may not be read change nothing", () => {
  let bare: string;
  let scope: Scope;
  beforeAll(async () => {
    scope = await newScope(database);
    await tell(scope, visible());
    bare = await told(await open(scope), false);
  });

  for (const count of [1, 100])
    it(`${count} of them, taken in later, in one store: the same bytes`, async () => {
      await tell(
        scope,
        hidden(count, 20 + count).map((row) => ({ ...row, sourceId: `${row.sourceId}-${count}` })),
      );
      expect(await told(await open(scope), false)).toBe(bare);
    });

  for (const count of [0, 1, 100])
    it(`${count} of them, taken in first, in a store of their own: the same but for ids`, async () => {
      const other = await newScope(database);
      await tell(other, hidden(count, 30 + count));
      await tell(other, visible());
      const plain = await newScope(database);
      await tell(plain, visible());
      const [one, two] = [await told(await open(other), true), await told(await open(plain), true)];
      expect(one).toBe(two);
    });

  it("rows without evidence change nothing either", async () => {
    const before = await told(await open(scope), false);
    await tell(
      scope,
      hidden(20, 50).map((row) => ({ ...row, to: null, sourceId: `${row.sourceId}-none` })),
    );
    expect(await told(await open(scope), false)).toBe(before);
  });
});

/** The weakened twins: the same searches with one condition put out of force. */
const TWINS: readonly (readonly [name: string, from: string | RegExp, to: string])[] = [
  ["the size of the corpus is that of all rows", "and k.set_id = any(allowed.sets)", ""],
  ["words are counted in all rows", "any($3::int[]))", "any($3::int[]) or true)"],
  ["neighbours are any rows", /and r\.set_id = any\(\$\d+::int\[\]\)/g, ""],
];

describe("the weakened twin fails", () => {
  for (const [name, from, to] of TWINS)
    it(`where ${name}`, async () => {
      let changed = 0;
      const weak = rewriting(database, (statement) => {
        const next = statement.replaceAll(from as string, to);
        if (next !== statement) changed++;
        return next;
      });
      const scope = { ...(await newScope(database)), database: weak };
      await tell(scope, visible());
      const bare = await told(await open(scope), false);
      await tell(scope, hidden(100, 60));
      expect(await told(await open(scope), false)).not.toBe(bare);
      expect(changed).toBeGreaterThan(0);
    });
});

function rewriting(database: Database, change: (text: string) => string): Database {
  return {
    kind: database.kind,
    outside: (text) => database.outside(text),
    exclusively: (key, body) => database.exclusively(key, body),
    close: () => database.close(),
    transaction: (options, body) =>
      database.transaction(options, (session) => {
        const changed: Session = {
          query: (text, values) => session.query(change(text), values),
          script: (text) => session.script(text),
        };
        return body(changed);
      }),
  };
}
