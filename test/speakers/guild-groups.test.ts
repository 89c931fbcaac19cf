import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  GROUP_GAP_MS,
  GROUP_ROWS,
  groupRows,
  isNative,
} from "../../dist/speakers/guild/group-rows.js";
import type { RecentRow } from "../../dist/speakers/guild/recent-row.js";
import { firstGroup, HER, row, voices } from "./guild-support.js";

describe("groups of recent rows", () => {
  test("are adjacent rows of one channel and what the agent answered to them", () => {
    const rows = [
      row("her"),
      row("him", { lane: "b" }),
      row("bot"),
      row("her"),
      row("bot", { lane: "b" }),
      row("him"),
      row("bot"),
    ];
    expect(voices(groupRows(rows, false))).toEqual(["her bot", "him bot", "her him bot"]);
  });

  test("end where a channel was silent, and not before an answer that came late", () => {
    const first = row("her", { at: 0 });
    const late = row("bot", { at: 3 * GROUP_GAP_MS });
    const near = row("him", { at: GROUP_GAP_MS });
    const far = row("him", { at: GROUP_GAP_MS + 1 });
    expect(voices(groupRows([first, late], false))).toEqual(["her bot"]);
    expect(voices(groupRows([first, near], false))).toEqual(["her him"]);
    expect(voices(groupRows([first, far], false))).toEqual(["her", "him"]);
    expect(voices(groupRows([first, { ...far, at: null }], false))).toEqual(["her him"]);
  });

  test("have so many rows of people and no more", () => {
    const rows = Array.from({ length: GROUP_ROWS + 1 }, () => row("her"));
    const sizes = groupRows([...rows, row("bot")], false).map(({ rows }) => rows.length);
    expect(sizes).toEqual([GROUP_ROWS, 2]);
  });

  test("have an answer where it says that it belongs", () => {
    const asked = row("her", { at: 0 });
    const other = row("him", { at: 2 * GROUP_GAP_MS });
    const answer = row("bot", { replyTo: asked.sourceId });
    const stray = row("bot", { replyTo: "somebody's row that nobody may read" });
    expect(voices(groupRows([asked, other, answer, stray], false))).toEqual([
      "her bot",
      "him",
      "bot",
    ]);
  });

  test("are the requester's where every word but the agent's is", () => {
    const native = (...rows: readonly RecentRow[]): boolean => isNative(firstGroup(rows), HER);
    expect(native(row("her"), row("bot"))).toBe(true);
    expect(native(row("her"), row("her"))).toBe(true);
    expect(native(row("her"), row("him"), row("bot"))).toBe(false);
    expect(native(row("him"), row("bot"))).toBe(false);
    expect(native(row("bot"))).toBe(false);
    expect(native(row("her", { role: "bot" }))).toBe(false);
    const nobody = [row("her", { voice: "" }), row("bot")];
    expect(native(...nobody)).toBe(false);
    // Nobody is not one person.
    expect(isNative(firstGroup(nobody), "")).toBe(false);
  });

  test("are nobody's where their beginning was not read", () => {
    const rows = [row("her", { at: 0 }), row("bot"), row("her", { lane: "b", at: GROUP_GAP_MS })];
    const far = row("her", { lane: "c", at: GROUP_GAP_MS + 1 });
    const later = row("her", { at: GROUP_GAP_MS + 2 });
    const native = (cut: boolean): readonly boolean[] =>
      groupRows([...rows, far, later], cut).map((group) => isNative(group, HER));
    expect(native(false)).toEqual([true, true, true, true]);
    expect(native(true)).toEqual([false, false, true, true]);
  });

  test("hold each row once, and no native one a word of somebody else", () => {
    const one = fc.record({
      who: fc.constantFrom("her", "him", "bot"),
      lane: fc.constantFrom("a", "b"),
      at: fc.option(fc.integer({ min: 0, max: 4 * GROUP_GAP_MS }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), fc.boolean(), (spec, cut) => {
        const rows = spec.map(({ who, ...more }) => row(who, more));
        const groups = groupRows(rows, cut);
        const held = groups.flatMap((group) => group.rows.map(({ sequence }) => sequence));
        expect(held.toSorted((a, b) => a - b)).toEqual(rows.map(({ sequence }) => sequence));
        for (const group of groups.filter((each) => isNative(each, HER)))
          for (const { role, voice, lane } of group.rows) {
            expect(role === "assistant" || voice === HER).toBe(true);
            expect(lane).toBe(group.rows[0]?.lane);
          }
      }),
    );
  });
});
