/** What the element shows, computed without one: marks, ids, rows and places. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCore } from "../../dist/index.js";
import { messageItem, threadItem } from "../../dist/picker/index.js";
import {
  layOut,
  listTop,
  MAX_SCROLL_HEIGHT,
  OVERSCAN,
  revealTop,
  scrollTopOf,
  windowOf,
} from "../../dist/picker/layout.js";
import { LABEL_LEAD, matchRanges, partsOf, SHOWN_UNITS } from "../../dist/picker/marks.js";
import { optionElementId } from "../../dist/picker/option.js";
import { placePopup } from "../../dist/picker/placement.js";
import { repeatedTexts } from "../../dist/picker/repeated.js";
import { parseSelection } from "../../dist/picker/selection.js";
import { recallOver } from "../support/rows.js";

const core = await createCore();
const HEIGHTS = { heading: 30, option: 36 };

describe("marks", () => {
  test("are those of `recall.highlight`", async () => {
    const recall = await recallOver("wasm");
    const text = fc.string({ unit: fc.constantFrom("a", "B", "é", " ", "😀"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (query, label) => {
        const pattern = { type: "text", query } as const;
        expect(matchRanges(core, query, label)).toEqual(recall.highlight(pattern, label));
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(matchRanges(null, "a", "a")).toEqual([]);
  });

  test("a query that looks like an expression is text", () => {
    expect(matchRanges(core, "/a/", "x /a/ y")).toEqual([[2, 5]]);
  });

  test("the parts are the text, with its matches marked", () => {
    const parts = partsOf(
      "valve shut",
      [
        [0, 1],
        [6, 8],
      ],
      LABEL_LEAD,
    );
    expect(parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join("")).toBe(
      "[v]alve [sh]ut",
    );
  });

  test("a text is cut so that its first match is near the front, and nothing divides a pair", () => {
    const unit = fc.constantFrom("a", " ", "😀");
    const characters = fc.array(unit, { maxLength: 900, size: "max" });
    fc.assert(
      fc.property(characters, fc.nat(900), fc.nat(20), (all, at, length) => {
        const text = all.join("");
        const start = all.slice(0, at).join("").length;
        const end = all.slice(0, at + length).join("").length;
        const parts = partsOf(text, start < end ? [[start, end]] : [], LABEL_LEAD);
        // It throws for half a pair.
        for (const part of parts) encodeURIComponent(part.text);
        const shown = parts.map((part) => part.text).join("");
        expect(text).toContain(shown.replace(/^…/, "").replace(/…$/, ""));
        expect(shown.length).toBeLessThanOrEqual(SHOWN_UNITS + 2);
        if (start >= end) return;
        const before = parts.slice(
          0,
          parts.findIndex(({ marked }) => marked),
        );
        expect(before.map((part) => part.text).join("").length).toBeLessThanOrEqual(LABEL_LEAD + 1);
      }),
      { seed: 2, numRuns: 200, endOnFailure: true },
    );
  });
});

test("labels that stand more than once are found, however alike the others are", () => {
  const middle = fc.constantFrom("", "a", "b", "ab", "ba");
  const label = middle.map((text) => `${"x".repeat(20)}${text}${"y".repeat(20)}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(label, middle), { maxLength: 8 }), (labels) => {
      const expected = labels.filter((each, at) => labels.indexOf(each) !== at);
      const found = repeatedTexts(
        labels.map((each, at) => ({ id: `${at}`, label: each })),
        "label",
      );
      expect([...found].toSorted()).toEqual([...new Set(expected)].toSorted());
    }),
    { seed: 6, numRuns: 1000 },
  );
});

describe("ids of elements", () => {
  test("are different for different options and hold no white space", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "_", "-", " ", "5", "f", "\ud800"),
      maxLength: 4,
    });
    const key = fc.record({ group: text, id: text, occurrence: fc.nat(2) });
    fc.assert(
      fc.property(key, key, (a, b) => {
        const same = a.group === b.group && a.id === b.id && a.occurrence === b.occurrence;
        expect(optionElementId(a.group, a) === optionElementId(b.group, b)).toBe(same);
        expect(optionElementId(a.group, a)).toMatch(/^[\w-]+$/);
      }),
      { seed: 3, numRuns: 3000 },
    );
  });
});

describe("rows", () => {
  const shape = fc.record({
    heading: fc.boolean(),
    note: fc.constant(false),
    options: fc.oneof(fc.nat(30), fc.nat(400_000)),
  });

  test("those in view are exactly those that a look at every row would find", () => {
    const small = fc.array(
      shape.map((each) => ({ ...each, options: each.options % 30 })),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(small, fc.nat(3000), fc.integer({ min: 40, max: 400 }), (shapes, top, view) => {
        const layout = layOut(shapes, HEIGHTS);
        const margin = OVERSCAN * HEIGHTS.option;
        const expected: string[] = [];
        let y = 0;
        for (const [section, { heading, options }] of shapes.entries()) {
          if (heading) y += HEIGHTS.heading;
          for (let index = 0; index < options; index++, y += HEIGHTS.option)
            if (y < top + view + margin && y + HEIGHTS.option > top - margin)
              expected.push(`${section}/${index}`);
        }
        const found = windowOf(layout, top, view).flatMap(({ section, first, end }) =>
          Array.from({ length: end - first }, (_, at) => `${section}/${first + at}`),
        );
        expect(found).toEqual(expected);
      }),
      { seed: 4, numRuns: 1000 },
    );
  });

  test("a revealed option is in view, below its heading, in lists of any height", () => {
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (shapes, pickSection, pickIndex, scrolled) => {
          const section = pickSection % shapes.length;
          const { options, heading } = shapes.at(section)!;
          if (options === 0) return;
          const index = pickIndex % options;
          const layout = layOut(shapes, HEIGHTS);
          const view = 352;
          const scroll = scrolled * Math.max(0, layout.scrollHeight - view);
          const before = listTop(layout, scroll, view);
          const top = revealTop(layout, { section, index }, { top: before, view });
          const y = layout.sections.at(section)!.optionsTop + index * HEIGHTS.option;
          expect(y - (heading ? HEIGHTS.heading : 0)).toBeGreaterThanOrEqual(top);
          expect(y + HEIGHTS.option).toBeLessThanOrEqual(top + view);
          expect(listTop(layout, scrollTopOf(layout, top, view), view)).toBeCloseTo(top, 3);
        },
      ),
      { seed: 5, numRuns: 1000 },
    );
  });

  test("a list that no element could hold is scrolled in a shorter one, from end to end", () => {
    const layout = layOut([{ heading: false, note: false, options: 2_000_000 }], HEIGHTS);
    expect(layout.scrollHeight).toBe(MAX_SCROLL_HEIGHT);
    const end = listTop(layout, layout.scrollHeight - 352, 352);
    expect(windowOf(layout, end, 352)[0]?.end).toBe(2_000_000);
    expect(listTop(layout, 0, 352)).toBe(0);
  });
});

describe("the popup", () => {
  const viewport = { width: 400, height: 600, offsetTop: 0 };
  const field = (top: number) => ({ left: 20, top, bottom: top + 40, width: 300 });

  test.each([
    ["below where there is room", 100, { top: 144, bottom: null, maxHeight: 350 }],
    ["above where there is more room", 500, { top: null, bottom: 496, maxHeight: 350 }],
    ["below and lower where neither has enough", 250, { top: 294, bottom: null, maxHeight: 298 }],
  ])("stands %s", (_, top, expected) => {
    const place = placePopup(field(top), viewport, { height: 350, rightToLeft: false });
    expect(place).toEqual({ left: 20, width: 300, ...expected });
  });

  test("does not leave the page, nor hide below a keyboard on the screen", () => {
    const wish = { height: 350, rightToLeft: false };
    const wide = placePopup({ ...field(10), left: -50, width: 900 }, viewport, wish);
    expect(wide).toMatchObject({ left: 0, width: 400 });
    const short = placePopup(field(200), { ...viewport, height: 300 }, wish);
    expect(short).toMatchObject({ top: null, maxHeight: 188 });
  });

  test("is wide enough to read, and grows to the side that text goes to", () => {
    const narrow = { ...field(10), left: 200, width: 80 };
    const wish = { height: 350, rightToLeft: true };
    expect(placePopup(narrow, viewport, wish)).toMatchObject({ left: 24, width: 256 });
    expect(placePopup(narrow, viewport, { ...wish, rightToLeft: false })).toMatchObject({
      left: 144,
      width: 256,
    });
  });
});

describe("items of a log's hits", () => {
  const hit = {
    sequence: 7,
    chatId: "ops",
    parent: null,
    excerpt: "a row",
    score: 1,
    kind: "exact",
  } as const;

  test("carry the sequence, the excerpt, and who said it where", () => {
    const author = { type: "person", id: "u1", label: "Ada" } as const;
    expect(messageItem({ ...hit, author })).toEqual({
      id: "7",
      label: "a row",
      detail: "Ada · ops",
    });
    const general = { ...hit, chatId: null, author: { type: "operator" } as const };
    expect(messageItem(general).detail).toBe("operator");
  });

  test("a thread is its opening and the number of its replies", () => {
    const line = { root: 3, opening: "who has the key?", latest: 9, landed: null };
    const item = (replies: number) =>
      threadItem({ line: { ...line, replies }, score: 1, kind: "exact" });
    expect(item(1)).toEqual({ id: "3", label: "who has the key?", detail: "1 reply" });
    expect(item(2).detail).toBe("2 replies");
  });
});

test.each([
  ['{"group":"g","id":"1","label":"l"}', { group: "g", id: "1", label: "l" }],
  ["null", null],
  ["{", null],
  ['{"group":"g","id":1,"label":"l"}', null],
])("a browser's memory of a form: %s", (json, selection) => {
  expect(parseSelection(json)).toEqual(selection);
});

test("the door opens where there is no page, and its class cannot be made there", async () => {
  const door = await import("../../dist/picker/index.js");
  expect(Object.keys(door).toSorted()).toEqual([
    "BackreadPicker",
    "ENGLISH",
    "PICKER_NAME",
    "definePicker",
    "messageItem",
    "threadItem",
  ]);
  expect(() => new door.BackreadPicker()).toThrow();
});
