import { expect, test } from "vitest";
import {
  arrayLog,
  bounds,
  createCore,
  createRecall,
  InvalidArgumentError,
  type Message,
} from "../../dist/index.js";
import { row } from "../support/rows.js";

const rows = [2, 3, 5, 8, 13, 21].map((sequence) => row(sequence, `row ${sequence}`));
const recall = createRecall({ core: await createCore({ kind: "reference" }) });
const check = (cursor: number, tail: readonly Message[], log = arrayLog(rows)) =>
  recall.checkSummary(log, { cursor, tail });

test("accepts the exact tail, gaps between sequences and all", async () => {
  expect(await check(5, rows.slice(3))).toEqual({ ok: true });
  expect(await check(1, rows)).toEqual({ ok: true });
  expect(await check(21, [])).toEqual({ ok: true });
});

test("names every row that the tail lacks", async () => {
  const holed = rows.slice(2).filter(({ sequence }) => sequence !== 8 && sequence !== 21);
  expect(await check(3, holed)).toEqual({ ok: false, missing: [8, 21], reason: "missing" });
});

test("refuses rows the log does not have, another order, and changed rows", async () => {
  const extra = [...rows.slice(4), row(34, "row 34")];
  expect(await check(8, extra)).toMatchObject({ ok: false, reason: "extra" });
  expect(await check(8, rows.slice(4).toReversed())).toMatchObject({ reason: "order" });
  const edited = [...rows.slice(4, 5), row(21, "rewritten")];
  expect(await check(8, edited)).toMatchObject({ ok: false, missing: [], reason: "changed" });
  const other = { author: { type: "agent", id: "ana", label: "Ana" } } as const;
  expect(await check(13, [row(21, "row 21", other)])).toMatchObject({ reason: "changed" });
});

test("a row repeated in the tail does not stand in for one that is missing", async () => {
  const doubled = [...rows.slice(4, 5), ...rows.slice(4, 5)];
  expect(await check(8, doubled)).toEqual({ ok: false, missing: [21], reason: "missing" });
});

test("a cursor that no row stands at or before or after is refused", async () => {
  for (const cursor of [Number.NaN, Infinity, -Infinity, 0.5, 2 ** 53])
    await expect(check(cursor, [])).rejects.toBeInstanceOf(InvalidArgumentError);
});

test("a tail at the bound is checked; one row more is refused for the bound", async () => {
  const many = Array.from({ length: bounds.SCAN_LIMIT + 2 }, (_, index) => row(index, "m"));
  const log = arrayLog(many);
  expect(await check(1, many.slice(2), log)).toEqual({ ok: true });
  expect(await check(0, many.slice(1), log)).toMatchObject({ ok: false, reason: "bound" });
});
