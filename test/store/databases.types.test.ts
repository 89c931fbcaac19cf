import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Database, Row, SqlValue } from "../../dist/store/database.js";
import { openPostgresJs } from "../../dist/store/postgres/postgres-js.js";
import { createDatabase, forEachDatabase, type Open } from "./harness.js";

const BEGIN = { begin: "begin" };

function ask(
  database: Database,
  text: string,
  values: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
  return database.transaction(BEGIN, (session) => session.query(text, values));
}

/** Every database through its usual driver, and the servers through `postgres` too. */
function forEachDriver(name: string, define: (open: Open) => void): void {
  forEachDatabase(name, define);
  for (const server of inject("store").servers)
    describe(`${name}, on ${server.name} through postgres.js`, () => {
      define(async () =>
        openPostgresJs({ url: `${server.ownerUrl}${await createDatabase(server)}` }));
    });
}

const ROUND_TRIPS: readonly (readonly [type: string, value: SqlValue, back?: unknown])[] = [
  ["text", "plain"],
  ["text", ""],
  ["text", "NULL"],
  ["text", `quotes " ' \\ and {braces}`],
  ["text", "😀 ẞ İ \u{10ffff}"],
  ["text", null],
  ["int", -2_147_483_648],
  ["bigint", Number.MAX_SAFE_INTEGER],
  ["smallint", 0],
  ["boolean", true],
  ["boolean", false],
  ["double precision", 0.1],
  ["double precision", Number.NEGATIVE_INFINITY],
  ["real", 1.5],
  ["numeric", "12345678901234567890.123456789"],
  ["numeric", 7, "7"],
  ["bytea", Uint8Array.from({ length: 256 }, (_, byte) => byte)],
  ["bytea", new Uint8Array()],
  ["uuid", "0b0e7f2e-3c51-4b4e-9c5e-9f8f0f1d2c3b"],
  ["jsonb", `{"a":[1,null,"\\"x"],"b":{"c":true}}`, { a: [1, null, '"x'], b: { c: true } }],
  ["jsonb", `"text"`, "text"],
  ["jsonb", "null", null],
  ["json", "[1]", [1]],
  ["timestamptz", "2026-01-02T03:04:05.678901Z"],
  ["timestamptz", "2026-01-02T03:04:05+05:30", "2026-01-01T21:34:05Z"],
  ["timestamptz", new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)), "2026-01-02T03:04:05.006Z"],
  ["timestamptz", "infinity"],
  ["timestamptz", "0044-03-15 12:00:00+00 BC", "0044-03-15 12:00:00+00 BC"],
  ["timestamp", "2026-01-02T03:04:05.5"],
  ["date", "2026-01-02"],
  ["regconfig", "english"],
  ["text[]", []],
  ["text[]", ["a", "", "NULL", null, `"`, "\\", ",", "{}", " a ", "é😀", "\n"]],
  ["int[]", [1, null, -3]],
  ["bigint[]", [2 ** 53 - 1, null]],
  ["boolean[]", [true, false, null]],
  ["double precision[]", [0.5, Number.NaN]],
  ["uuid[]", ["0b0e7f2e-3c51-4b4e-9c5e-9f8f0f1d2c3b"]],
  ["jsonb[]", [`{"a":"b,c"}`, null], [{ a: "b,c" }, null]],
  ["timestamptz[]", ["2026-01-02T03:04:05.1Z"]],
  ["bytea[]", ["\\x00ff"], [Uint8Array.of(0, 255)]],
  ["numeric[]", ["0.10"]],
  ["date[]", ["2026-01-02"]],
  ["inet[]", ["10.0.0.1"]],
  ["inet", "10.0.0.1"],
  ["interval", "1 day", "1 day"],
];

forEachDriver("values", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  for (const [type, value, ...back] of ROUND_TRIPS)
    test(`${type} ${JSON.stringify(value).slice(0, 60)} comes back`, async () => {
      const [row] = await ask(database, `select $1::${type} as value`, [value]);
      expect(row).toEqual({ value: back.length === 0 ? value : back[0] });
    });

  test("nested arrays and arrays with bounds are read", async () => {
    const text = `select array[[1,2],[3,null]] as nested, '[0:1]={7,8}'::int[] as bounded,
      array['a"b','{c}'] as quoted, array[array['x,y']] as deep`;
    expect(await ask(database, text)).toEqual([
      {
        nested: [
          [1, 2],
          [3, null],
        ],
        bounded: [7, 8],
        quoted: [`a"b`, "{c}"],
        deep: [["x,y"]],
      },
    ]);
  });

  test("counts and sums are numbers, and a sum of bigint is text", async () => {
    const text = `select count(*) as n, sum(x::int) as sum, sum(x::bigint) as big
      from generate_series(1, 3) x`;
    expect(await ask(database, text)).toEqual([{ n: 3, sum: 6, big: "6" }]);
  });

  test("an integer beyond 2^53 is refused, not rounded", async () => {
    const beyond = ask(database, "select 9007199254740993 as value");
    await expect(beyond).rejects.toMatchObject({ code: "invalid_argument" });
    const element = ask(database, "select array[9007199254740993] as value");
    await expect(element).rejects.toMatchObject({ code: "invalid_argument" });
    expect(await ask(database, "select 1 as value")).toEqual([{ value: 1 }]);
  });

  test.each([
    ["U+0000", "a\0b"],
    ["a high surrogate alone", "\ud83d"],
    ["a low surrogate alone", "x\ude00y"],
  ])("%s is refused", async (_, text) => {
    for (const value of [text, [text]]) {
      const refused = ask(database, `select $1::text${Array.isArray(value) ? "[]" : ""}`, [value]);
      await expect(refused).rejects.toMatchObject({
        code: "invalid_argument",
        data: { argument: "$1" },
      });
    }
  });

  test("an invalid date is refused", async () => {
    const refused = ask(database, "select $1::timestamptz", [new Date(Number.NaN)]);
    await expect(refused).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("ten megabytes of text and of bytes come back", async () => {
    const text = "añ😀".repeat(1_500_000).slice(0, 10_000_000 - 1);
    const bytes = new Uint8Array(10_000_000).fill(7);
    const whole = /\p{Surrogate}$/u.test(text) ? text.slice(0, -1) : text;
    const [row] = await ask(database, "select $1::text as text, $2::bytea as bytes", [
      whole,
      bytes,
    ]);
    expect(row?.["text"] === whole).toBe(true);
    expect(Buffer.compare(row?.["bytes"] as Uint8Array, bytes)).toBe(0);
  });

  test("seventy thousand elements are one parameter", async () => {
    const many = Array.from({ length: 70_000 }, (_, index) => index);
    const [row] = await ask(
      database,
      "select sum(n)::bigint as sum, count(*) as n, array_agg(n) as back from unnest($1::int[]) n",
      [many],
    );
    expect(row).toEqual({ sum: (70_000 * 69_999) / 2, n: 70_000, back: many });
  });

  test("several parameters of unlike types in one statement", async () => {
    const text = `insert into pairs select $1, a, b from unnest($2::text[], $3::int[]) as t (a, b)
      returning *`;
    const rows = await database.transaction(BEGIN, async (session) => {
      await session.script("create temp table pairs (id bigint, a text, b int)");
      return session.query(text, [5, ["x", null], [1, 2]]);
    });
    expect(rows).toEqual([
      { id: 5, a: "x", b: 1 },
      { id: 5, a: null, b: 2 },
    ]);
  });
});
