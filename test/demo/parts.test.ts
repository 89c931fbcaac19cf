/** The parts of the page that need no browser. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filesOfDrop } from "../../demo/page/chosen-files.js";
import { Heights } from "../../demo/page/heights.js";
import { segmentsOf, type Segment } from "../../demo/page/message-text.js";
import { questionMarks } from "../../demo/page/rights/question-marks.js";
import { RoomBook } from "../../demo/page/rights/room-book.js";
import { heldBackText, readersText, roomTitle, sumText } from "../../demo/page/rights/words.js";
import { visibleParts } from "../../demo/page/visible.js";
import type { ConversationKind } from "../../dist/store/index.js";
import { createCore, createRecall } from "../../dist/index.js";

describe("heights", () => {
  test("sum up and are found as in a plain list", () => {
    const height = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.array(fc.tuple(fc.nat(69), height), { maxLength: 40 }),
        fc.nat(7000),
        (count, changes, at) => {
          const tree = new Heights(count, 20);
          const list = Array.from({ length: count }, () => 20);
          for (const [row, height] of changes) {
            tree.set(row, height);
            if (row < count) list[row] = height;
          }
          const tops = list.map((_, row) => list.slice(0, row).reduce((a, b) => a + b, 0));
          expect(tops).toEqual(list.map((_, row) => tree.top(row)));
          expect(tree.rowAt(at)).toBe(tops.findLastIndex((top) => top <= at));
        },
      ),
      { seed: 20261129, numRuns: 500 },
    );
  });

  test("of no rows are nothing", () => {
    expect(new Heights(0, 20).total).toBe(0);
    expect(new Heights(0, 20).rowAt(5)).toBe(0);
  });
});

describe("a dropped folder", () => {
  test("may hold more files than a call takes arguments", async () => {
    const COUNT = 200_000;
    const blob = new Blob();
    const file = (fullPath: string) => {
      return {
        isFile: true,
        isDirectory: false,
        fullPath,
        file: (take: (blob: Blob) => void) => take(blob),
      };
    };
    const folder = (fullPath: string, entries: unknown[]) => {
      const createReader = () => {
        let at = 0;
        return {
          readEntries: (take: (some: unknown[]) => void) => take(entries.slice(at, (at += 100))),
        };
      };
      return { isFile: false, isDirectory: true, fullPath, createReader };
    };
    const days = Array.from({ length: COUNT }, (_, day) => file(`/export/room/${day}.json`));
    const dropped = folder("/export", [folder("/export/room", days), file("/export/users.json")]);
    const items = [{ webkitGetAsEntry: () => dropped }];
    const files = await filesOfDrop({ items } as unknown as DataTransfer);
    expect(files.length).toBe(COUNT + 1);
    expect([files[0]?.path, files.at(-1)?.path]).toEqual([
      "export/room/0.json",
      "export/users.json",
    ]);
  });
});

describe("hidden characters", () => {
  const shown = (text: string): string =>
    visibleParts(text)
      .map(({ text, hidden }) => (hidden === null ? text : `<${text}>`))
      .join("");

  test.each([
    ["a\u202eb\u202c", "a<U+202E>b<U+202C>"],
    ["a\u200bb\u0000\u2028", "a<U+200B>b<U+0000><U+2028>"],
    ["tags \u{e0041}", "tags <U+E0041>"],
    ["a\u200db", "a<U+200D>b"],
    ["1\u200d2", "1<U+200D>2"],
    ["\ufeffstart", "<U+FEFF>start"],
    ["a\ufe0f", "a<U+FE0F>"],
  ])("%j are spelled out", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each(["line\n\tnext", "👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 1️⃣ ♥️", "می‌خواهم", "क्‍ष", "plain"])(
    "%j is left as it is",
    (text) => {
      expect(shown(text)).toBe(text);
    },
  );

  test("nothing of a text is lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const again = visibleParts(text).map(({ text, hidden }) => hidden ?? text);
        expect(again.join("")).toBe(text);
      }),
      { seed: 20261129, numRuns: 1000 },
    );
  });
});

describe("a message's text", async () => {
  const recall = createRecall({ core: await createCore() });
  const cut = (text: string, mark = ""): Segment[] =>
    segmentsOf(text, {
      code: recall.codeRanges(text, { unit: "utf16" }),
      blocks: recall.fencedRanges(text, { unit: "utf16" }),
      marks: mark === "" ? [] : recall.highlight({ type: "text", query: mark }, text),
    });
  const flat = (segments: readonly Segment[]): string[] =>
    segments.map(({ type, parts }) => `${type}:${parts.map(({ text }) => text).join("")}`);

  test.each([
    ["use `x` so", ["text:use ", "inline:x", "text: so"]],
    ["``a`b``", ["inline:a`b"]],
    ["see\n```js\nfoo()\n```\nend", ["text:see", "block:foo()", "text:end"]],
    ["```\n```", []],
    ["```py\nopen", ["block:open"]],
    ["~~~\na\n```\nb\n~~~", ["block:a\n```\nb"]],
    ["> ```\n> q\n> ```\n", ["text:> ", "block:> q", "text:\n"]],
    ["no code", ["text:no code"]],
  ])("%j is cut into text and code", (text, expected) => {
    expect(flat(cut(text))).toEqual(expected);
  });

  test("is marked in code as in text, and across their joints", () => {
    const marked = cut("a `tide` b", "`tide` b").flatMap(({ type, parts }) =>
      parts.filter(({ marked }) => marked).map(({ text }) => `${type}:${text}`),
    );
    expect(marked).toEqual(["inline:tide", "text: b"]);
  });

  test("loses nothing but the marks that make code of it", () => {
    // No fence has a language here: that is all that a reader is not shown.
    const piece = fc.constantFrom(
      "`tide`",
      "\n```\n",
      "\n~~~\n",
      "tide",
      " ",
      "\n    ",
      "\n> ",
      "é🎉",
    );
    const bare = (of: string): string => of.replace(/[`~\s>]/g, "");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join("");
        const parts = cut(text, "tide").flatMap(({ parts }) => parts);
        expect(bare(parts.map(({ text }) => text).join(""))).toBe(bare(text));
      }),
      { seed: 20261129, numRuns: 500 },
    );
  });
});

describe("viewing as", () => {
  const connector = { type: "slack", name: "w" };
  const members = { kind: "members", namespace: connector, direct: true } as const;

  /** A book of one row by Ada in each of some rooms. */
  function bookOf(rooms: readonly (readonly [ConversationKind, string])[]): RoomBook {
    const book = new RoomBook();
    const author = { type: "person", id: "w:U1", label: "Ada" } as const;
    for (const [kind, id] of rooms)
      book.add(
        {
          conversation: { connector, kind, id },
          event: { type: "message", sourceId: id, author, content: "aye" },
        },
        kind === "group" ? { chatName: "purse" } : undefined,
      );
    return book;
  }

  test("a direct conversation is called by its people, and the unknown is left out", async () => {
    const book = bookOf([
      ["group", "G1"],
      ["channel", "C1"],
      ["dm", "D1"],
      ["dm", "D2"],
    ]);
    const readers = new Map([
      ["D1", ["w:U9", "w:U1"]],
      ["D2", []],
      ["G1", ["w:U1"]],
    ]);
    const { rooms, unread } = await book.readIn({
      audienceOf: async ({ id }) => {
        const known = readers.get(id);
        return known === undefined ? null : { ...members, readers: known, external: id === "D1" };
      },
    });
    expect(unread).toBe(1);
    expect(rooms.map((room) => [roomTitle(room), readersText(room.readers)])).toEqual([
      ["Ada, U9", "Ada and U9, guests among them"],
      ["D2", "nobody"],
      ["#purse", "Ada"],
    ]);
  });

  test("what was held back is said by rule, and that counting stopped", () => {
    const none = {
      audience: 0,
      no_evidence: 0,
      lineage: 0,
      already_in_context: 0,
      below_cutoff: 0,
    };
    expect(heldBackText(none)).toBe("Nothing was held back here.");
    expect(heldBackText({ ...none, audience: 1_000, lineage: 2 })).toBe(
      "Held back here: at least 1,000 by audience, 2 by what they were made of.",
    );
  });

  test("a score is written as its sum", () => {
    expect(sumText({ words: 2_000, sameConversation: 40, recentWindow: -1_020 })).toBe(
      "words\u00a02,000 + this room\u00a040 − in the window already\u00a01,020",
    );
    expect(sumText({ recentWindow: -3 })).toBe("−in the window already\u00a03");
  });

  test("a question marks what it is about", async () => {
    const recall = createRecall({ core: await createCore() });
    const marked = (question: string, text: string): string[] =>
      questionMarks(recall, question, text).map(([start, end]) => text.slice(start, end));
    expect(marked("what will the berth fee be?", "The Berth fee will be 40")).toEqual([
      "Berth",
      "fee",
    ]);
    expect(marked("fee feeder", "coffee, a feeder, FEES")).toEqual(["feeder", "FEE"]);
    expect(marked("c++ (fee", "C (fee)")).toEqual(["C", "fee"]);
    expect(marked("the", "the")).toEqual([]);
  });
});
