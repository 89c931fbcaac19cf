import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionLogSuite, type OpenedLog } from "../../dist/conformance/index.js";
import type { Page, SessionLog } from "../../dist/log/port.js";
import type { Message } from "../../dist/model/message.js";
import type { Database } from "../../dist/store/database.js";
import type { AddressedLog } from "../../dist/store/port.js";
import { FIRST_NUMBER } from "../../dist/store/view/whole-log.js";
import { openMemory } from "./harness.js";
import {
  channel,
  direct,
  dm,
  happen,
  members,
  newScope,
  open,
  PUBLIC,
  tell,
  viewIn,
} from "./spoken.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

const ROOM = channel("general");
const UNSTORABLE = "what no text of PostgreSQL can hold is U+FFFD in the store";
const OPAQUE_DESKS = "a store's desk ids are its own keys, never null";
const FROM_ROOTS = "a store's parents are numbers of roots that it has, or 0";
const HAS_SOURCES = "every row of a store has a source id";

const SKIPPED = {
  "content comes back as it was written": UNSTORABLE,
  "lone surrogates come back": UNSTORABLE,
  "desk ids come back, null and empty apart": OPAQUE_DESKS,
  "parents come back, null and 0 apart": FROM_ROOTS,
  "the source's time and id come back, or their absence": HAS_SOURCES,
};

async function store(rows: readonly Message[]) {
  const scope = await newScope(database);
  const put = async (rows: readonly Message[]): Promise<void> => {
    const said = rows.map(({ sequence, author, content, at }) => ({
      in: ROOM,
      to: PUBLIC,
      text: content,
      by: author,
      sequence,
      sourceId: `row-${sequence}`,
      ...(at === undefined ? {} : { sourceTime: at }),
    }));
    await tell(scope, said);
  };
  await put(rows);
  if (rows.length === 0) {
    await tell(scope, [{ in: ROOM, to: null, text: "", sequence: 0, sourceId: "opened" }]);
  }
  return { view: await viewIn(scope, ROOM, PUBLIC), put };
}

/** Puts back what a store says in its own words: its desk key and the source ids it needs. */
function asGiven(log: SessionLog, given: readonly Message[]): SessionLog {
  return {
    readBefore: async (before, limit, options) => {
      const page = await log.readBefore(before, limit, options);
      const [desk] = new Set(page.messages.map(({ chatId }) => chatId));
      if (page.messages.some(({ chatId }) => chatId !== desk)) throw new Error("two desks");
      return { ...page, messages: page.messages.map((row) => restored(row, given)) };
    },
  };
}

function restored({ sourceId, chatId, ...row }: Message, given: readonly Message[]): Message {
  const original = given.find(({ sequence }) => sequence === row.sequence);
  if (sourceId !== `row-${row.sequence}` || chatId === null) throw new Error("another row");
  return { ...row, chatId: original?.chatId ?? "desk", parent: original?.parent ?? row.parent };
}

describe("a log of one conversation keeps the contract", () => {
  const suite = sessionLogSuite({
    open: async (rows): Promise<OpenedLog> => {
      const { view, put } = await store(rows);
      return { log: asGiven(view.log({ conversation: ROOM }), rows), append: put };
    },
    skip: SKIPPED,
  });
  for (const { name, skipped, run } of suite) it.skipIf(skipped !== null)(name, run);
});

/** Speaks to a log across conversations in the numbers of the one conversation that it holds. */
function renumbered(log: AddressedLog, rows: readonly Message[]): SessionLog {
  const toNumber = (before: number | null): number | null =>
    before === null || !Number.isSafeInteger(before) || before < 0
      ? before
      : FIRST_NUMBER + 1 - rows.filter(({ sequence }) => sequence >= before).length;
  const toSequence = (number: number): number => {
    const address = log.addressOf(number);
    if (address === null) throw new Error("no address");
    return address.sequence;
  };
  return {
    readBefore: async (before, limit, options): Promise<Page> => {
      const { messages, nextBefore } = await log.readBefore(toNumber(before), limit, options);
      return {
        messages: messages.map((row) => ({ ...row, sequence: toSequence(row.sequence) })),
        nextBefore: nextBefore === null ? null : toSequence(nextBefore),
      };
    },
  };
}

describe("a log across conversations keeps the contract", () => {
  const suite = sessionLogSuite({
    open: async (rows): Promise<OpenedLog> => {
      const { view } = await store(rows);
      return { log: asGiven(renumbered(view.log(), rows), rows) };
    },
    skip: {
      ...SKIPPED,
      "rows appended during a walk change nothing behind its cursor":
        "a newer row has no number in it: it is in the next such log",
    },
  });
  for (const { name, skipped, run } of suite) it.skipIf(skipped !== null)(name, run);
});

describe("logs of a view", () => {
  const at = (minute: number): string => `2026-01-01T10:${String(minute).padStart(2, "0")}:00Z`;

  it("number rows across conversations downwards, newest first", async () => {
    const scope = await newScope(database);
    const ids = await tell(scope, [
      { in: channel("a"), to: PUBLIC, text: "first", at: at(1) },
      { in: channel("b"), to: PUBLIC, text: "second", at: at(2) },
      { in: dm("u1"), to: direct("u1"), text: "hidden", at: at(3) },
      { in: channel("a"), to: PUBLIC, text: "fourth", at: at(4) },
      { in: channel("c"), to: PUBLIC, text: "of no time" },
    ]);
    const log = (await viewIn(scope, channel("a"), PUBLIC)).log();
    const first = await log.readBefore(null, 2);
    const rest = await log.readBefore(first.nextBefore, 9);
    const rows = [...first.messages, ...rest.messages];
    expect(rows.map(({ content }) => content)).toEqual(["fourth", "second", "first", "of no time"]);
    expect(rows.map(({ sequence }) => sequence)).toEqual(
      [0, 1, 2, 3].map((down) => FIRST_NUMBER - down),
    );
    expect(rest.nextBefore).toBeNull();
    expect(log.addressOf(FIRST_NUMBER - 2)).toMatchObject({ messageId: ids[0] });
    expect(log.addressOf(FIRST_NUMBER - 4)).toBeNull();
    expect((await log.readBefore(FIRST_NUMBER - 1, 1)).messages[0]?.content).toBe("first");
  });

  it("call a root that is hidden, deleted or unknown 0 alike", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      { in: ROOM, to: PUBLIC, text: "root", sourceId: "r1", at: at(1) },
      { in: ROOM, to: direct("u1"), text: "private root", sourceId: "r2", at: at(2) },
      { in: ROOM, to: PUBLIC, text: "to the root", parent: "r1", at: at(3) },
      { in: ROOM, to: PUBLIC, text: "to the hidden", parent: "r2", at: at(4) },
      { in: ROOM, to: PUBLIC, text: "to nothing", parent: "r3", at: at(5) },
    ]);
    const log = (await viewIn(scope, ROOM, PUBLIC)).log({ conversation: ROOM });
    const { messages } = await log.readBefore(null, 9);
    const root = messages.at(-1);
    expect(messages.map(({ parent }) => parent)).toEqual([0, 0, root?.sequence, null]);
    expect(new Set(messages.map(({ chatId }) => chatId)).size).toBe(1);
    expect(messages[0]?.chatId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("leave a gap where a row may be read no more", async () => {
    const scope = await newScope(database);
    await tell(
      scope,
      [1, 2, 3].map((minute) => ({
        in: minute === 2 ? channel("private") : ROOM,
        to: members("u1", "u2"),
        text: `row ${minute}`,
        at: at(minute),
      })),
    );
    const view = await viewIn(scope, ROOM, members("u2"), "u2");
    const log = view.log();
    expect((await log.readBefore(null, 9)).messages).toHaveLength(3);
    await happen(scope, channel("private"), [{ type: "leave", reader: "u2", at: at(4) }]);
    const { messages } = await log.readBefore(null, 9);
    expect(messages.map(({ content, sequence }) => [content, FIRST_NUMBER - sequence])).toEqual([
      ["row 3", 0],
      ["row 1", 2],
    ]);
  });

  it("of an unknown conversation are empty", async () => {
    const scope = await newScope(database);
    await open(scope, ROOM);
    const view = await viewIn(scope, ROOM, PUBLIC);
    const log = view.log({ conversation: channel("nowhere") });
    expect(await log.readBefore(null, 5)).toEqual({ messages: [], nextBefore: null });
  });
});
