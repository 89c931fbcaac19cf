import { describe, expect, test } from "vitest";
import { arrayLog, type Message } from "../../dist/index.js";
import { CORE_KINDS, LAB, recallOver, row, thread } from "../support/rows.js";

const briefing = {
  viewerId: "scribe",
  deskId: "lab",
  deskName: "Lab",
  teammates: [],
  brevity: { messageChars: 600, window: 30 },
};

/** Two thousand rows of talk behind a pin of the oldest. */
function longLog(unpinnedBy?: Message["author"]): Message[] {
  const rows = [row(1, "The intake valve opens at 41 kPa, never above.")];
  rows.push(row(2, "!pin ^1 #limit"));
  for (let sequence = 3; sequence < 2040; sequence++) rows.push(row(sequence, `talk ${sequence}`));
  if (unpinnedBy !== undefined) rows.push(row(2040, "!unpin ^1", { author: unpinnedBy }));
  return rows;
}

describe.each(CORE_KINDS)("the seed's acceptance sentences, %s core", (kind) => {
  test("A query that names a candidate exactly ranks it above one that merely contains it, and above one that only mentions it in a description.", async () => {
    const recall = await recallOver(kind);
    const candidates = [
      { id: "d1", label: "Other", detail: "valve" },
      { id: "d2", label: "Valve workshop" },
      { id: "d3", label: "Valve" },
    ];
    const hits = recall.rank("valve", candidates, 8);
    expect(hits.map(({ id }) => id)).toEqual(["d3", "d2", "d1"]);
  });

  test("A message pinned two thousand rows back appears in a turn's context with no search performed.", async () => {
    const recall = await recallOver(kind);
    const start = { query: { conversation: LAB }, briefing };
    const session = await recall.initializeSessionWithContext(arrayLog(longLog()), start);
    expect(session.history.map(({ sequence }) => sequence)).not.toContain(1);
    expect(session.context.pins).toMatchObject([
      { sequence: 1, label: "limit", excerpt: "The intake valve opens at 41 kPa, never above." },
    ]);
  });

  test("An unpinned message does not, however it was pinned or by whom.", async () => {
    const recall = await recallOver(kind);
    const authors: Message["author"][] = [
      { type: "operator" },
      { type: "person", id: "bo", label: "Bo" },
      { type: "agent", id: "scribe", label: "Scribe" },
      { type: "system", kind: "workflow", label: "Night job" },
    ];
    for (const author of authors) {
      const start = { query: { conversation: LAB }, briefing };
      const session = await recall.initializeSessionWithContext(arrayLog(longLog(author)), start);
      expect(session.context.pins).toEqual([]);
    }
  });

  test("A desk-scoped search finds a reply inside a thread; a thread-scoped search does not leave its thread.", async () => {
    const recall = await recallOver(kind);
    const log = arrayLog([
      row(1, "root one"),
      row(2, "needle in one", { parent: 1 }),
      row(3, "root two"),
      row(4, "needle in two", { parent: 3 }),
      row(5, "needle elsewhere", { chatId: "shop" }),
      row(6, "needle under the other desk's name", { chatId: "shop", parent: 1 }),
    ]);
    const pattern = { type: "text", query: "needle" } as const;
    const found = async (scope: typeof LAB | ReturnType<typeof thread>): Promise<number[]> => {
      const { hits } = await recall.searchMessages(log, { pattern, scope });
      return hits.map(({ sequence }) => sequence).toSorted((a, b) => a - b);
    };
    expect(await found(LAB)).toEqual([2, 4]);
    expect(await found(thread(1))).toEqual([2]);
  });

  test("A regular-expression search and a literal search over the same rows return hits ordered by one comparable score.", async () => {
    const recall = await recallOver(kind);
    const log = arrayLog([
      row(1, "valve"),
      row(2, "valve shut at noon"),
      row(3, "the valve shut"),
      row(4, "bivalve"),
    ]);
    const literal = await recall.searchMessages(log, { pattern: { type: "text", query: "valve" } });
    const expression = await recall.searchMessages(log, {
      pattern: { type: "regex", source: "valve" },
    });
    expect(literal.hits.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(expression).toEqual(literal);
  });
});
