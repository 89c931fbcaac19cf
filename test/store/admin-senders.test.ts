import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { adminOf } from "../../dist/store/admin/admin.js";
import { merge } from "../../dist/store/merge.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { deleteWhat, reset } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { columnOf, counted, dump, meanwhile } from "./admin-support.js";
import { forEachDatabase } from "./harness.js";
import { rosterAt, shown } from "./roster-support.js";
import { withPredicate } from "./semantic-support.js";
import {
  channel,
  direct,
  dm,
  happen,
  members,
  newScope,
  PUBLIC,
  sure,
  tell,
  WORKSPACE,
  type Said,
} from "./spoken.js";

const ROOM = channel("room");
const OTHER = channel("other");

/** Rows of one room, a minute apart, as `source: account label`. */
function said(
  rows: readonly (readonly [source: string, id: string, label: string, more?: Partial<Said>])[],
): readonly Said[] {
  return rows.map(([sourceId, id, label, more], minute) => ({
    in: ROOM,
    to: WORKSPACE,
    text: `row ${sourceId}`,
    by: { type: "person" as const, id, label },
    at: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
    sourceId,
    ...more,
  }));
}

const labels = (scope: Scope) => columnOf(scope, "author_label");

forEachDatabase("backfill-senders", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  it("§9.2 47: fills a row without a label from its account's own, once", async () => {
    const scope = await newScope(database);
    const rows = said([
      ["a1", "u1", "Rosa the old"],
      ["a2", "u1", ""],
      ["a3", "u1", "Rosa"],
      ["b1", "u2", ""],
    ]);
    await tell(scope, rows);
    const before = await dump(scope);
    const admin = adminOf(scope);
    const looked = await admin.backfillSenders({ dryRun: true });
    expect(counted(looked)).toEqual({
      eligible: 4,
      selected: 1,
      filled: 1,
      existing: 2,
      no_label: 1,
    });
    expect((await dump(scope)) === before).toBe(true);
    expect(counted(await admin.backfillSenders())).toMatchObject({ filled: 1, updated: 1 });
    expect(await labels(scope)).toEqual({ a1: "Rosa the old", a2: "Rosa", a3: "Rosa", b1: "" });
    const after = await dump(scope);
    expect(counted(await admin.backfillSenders())).toEqual({
      eligible: 4,
      existing: 3,
      no_label: 1,
    });
    expect((await dump(scope)) === after).toBe(true);
  });

  it("§9.2 47: repairs another's name between rows under one's own, and nothing else", async () => {
    const scope = await newScope(database);
    await tell(
      scope,
      said([
        ["a0", "u1", "Bo"],
        ["a1", "u1", "Ann"],
        ["a2", "u1", "Bo"],
        ["a3", "u1", "Annie"],
        ["b1", "u2", "Bo"],
        ["a4", "u1", "Ann"],
        ["c1", "u3", "Ann"],
        ["c2", "u3", "Bo"],
      ]),
    );
    // u1's first row and u3's last one may be names of their own; "Annie" is nobody else's.
    const report = await adminOf(scope).backfillSenders();
    expect(counted(report)).toMatchObject({ repaired: 1, updated: 1, existing: 7 });
    expect(await labels(scope)).toMatchObject({ a0: "Bo", a2: "Ann", a3: "Annie", c2: "Bo" });
    expect(counted(await adminOf(scope).backfillSenders())).toEqual({ eligible: 8, existing: 8 });
  });

  it("leaves two people of one name as they are", async () => {
    const scope = await newScope(database);
    await tell(
      scope,
      said([
        ["a1", "u1", "Sam"],
        ["b1", "u2", "Sam"],
        ["a2", "u1", "Sam"],
        ["b2", "u2", "Sam"],
      ]),
    );
    expect(counted(await adminOf(scope).backfillSenders())).toEqual({ eligible: 4, existing: 4 });
  });

  it("§9.2 47: takes no label out of a direct message, nor fills one in there", async () => {
    const scope = await newScope(database);
    const privately = { in: dm("u1"), to: direct("u1") };
    const adapter = { more: { routeKind: "dm" as const } };
    await tell(
      scope,
      said([
        ["d1", "u1", "Sweetie", privately],
        ["d2", "u1", "", privately],
        ["r1", "u1", "Darling", adapter],
        ["r2", "u1", ""],
        ["o1", "u2", "Olaf"],
        ["o2", "u2", "", adapter],
      ]),
    );
    await merge(scope, dm("u1"), ROOM);
    const report = await adminOf(scope).backfillSenders();
    expect(counted(report)).toEqual({ eligible: 6, existing: 3, direct: 2, no_label: 1 });
    // Positive control: the same row fills from a label that was said in the room.
    await tell(scope, said([["r3", "u1", "Una"]]));
    await adminOf(scope).backfillSenders();
    expect(await labels(scope)).toMatchObject({ d2: "", r2: "Una", o2: "" });
  });

  it("tells a label to nobody who may not read a row that says it", async () => {
    const scope = await newScope(database);
    const few = { to: members("u1", "u2") };
    const many = { to: members("u1", "u2", "u3") };
    await tell(scope, [
      ...said([
        ["few", "u1", "Quiet One", few],
        ["many", "u1", "", many],
        ["open", "u1", "", { to: PUBLIC }],
        ["fewer", "u1", "", { to: members("u2") }],
        ["none", "u1", "", { to: null }],
      ]),
      ...said([
        ["p1", "u4", "Kitchen Name", { channel: "kitchen" }],
        ["p2", "u4", "", { channel: "hall" }],
      ]),
    ]);
    await adminOf(scope).backfillSenders();
    expect(await labels(scope)).toMatchObject({
      many: "",
      open: "",
      fewer: "Quiet One",
      none: "",
      p2: "",
    });
  });

  it("leaks a label where the rule of who may read both is replaced by true", async () => {
    const scope = await newScope(database);
    await tell(
      scope,
      said([
        ["few", "u1", "Quiet One", { to: members("u1", "u2") }],
        ["open", "u1", "", { to: PUBLIC }],
      ]),
    );
    await withPredicate(database, "set_covers", "true", async () => {
      await adminOf(scope).backfillSenders();
    });
    expect(await labels(scope)).toMatchObject({ open: "Quiet One" });
  });

  it("takes a filled label back with the row that said it", async () => {
    const scope = await newScope(database);
    const [first] = await tell(
      scope,
      said([
        ["a1", "u1", "Rosa"],
        ["a2", "u1", ""],
        ["b1", "u2", "Bo", { more: { replyTarget: "a2" } }],
      ]),
    );
    await adminOf(scope).backfillSenders();
    expect(await columnOf(scope, "reply_subject_label")).toMatchObject({ b1: "Rosa" });
    await deleteWhat(scope, { messageId: sure(first) });
    expect(await labels(scope)).toEqual({ a2: "", b1: "Bo" });
    expect((await dump(scope)).includes("Rosa")).toBe(false);
  });

  it("takes it back where fewer may read the row that said it", async () => {
    const scope = await newScope(database);
    await tell(
      scope,
      said([
        ["a1", "u1", "Rosa"],
        ["a2", "u1", ""],
      ]),
    );
    await adminOf(scope).backfillSenders();
    const edit = { type: "edit", sourceId: "a1", by: "u1", content: "new" } as const;
    const at = "2026-01-02T00:00:00Z";
    await happen(scope, ROOM, [{ ...edit, at, audience: members("u1") }]);
    expect(await labels(scope)).toEqual({ a1: "Rosa", a2: "" });
  });

  it("gives the roster the repaired name, and another handle than the wrong one", async () => {
    const scope = await newScope(database);
    const rows = said([
      ["a1", "u1", "Ann"],
      ["b1", "u2", "Bo"],
      ["a2", "u1", "Bo"],
    ]);
    await tell(scope, rows);
    expect(shown(await rosterAt(scope))).toEqual(["bo: Bo", "bo.2: Bo"]);
    await tell(scope, said([["a3", "u1", "Ann", { at: "2026-01-01T12:00:00Z" }]]));
    await adminOf(scope).backfillSenders();
    expect(shown(await rosterAt(scope))).toEqual(["ann: Ann", "bo.2: Bo"]);
  });

  it("leaves alone what changes between looking and changing", async () => {
    const scope = await newScope(database);
    const rows = said([
      ["a1", "u1", "Rosa"],
      ["a2", "u1", ""],
      ["b1", "u2", "Bo"],
      ["b2", "u2", ""],
    ]);
    const [first] = await tell(scope, rows);
    const admin = meanwhile(scope, async () => {
      await deleteWhat(scope, { messageId: sure(first) });
      await tell(scope, said([["a3", "u1", "", { at: "2026-01-01T11:00:00Z" }]]));
    });
    expect(counted(await admin.backfillSenders())).toMatchObject({
      selected: 2,
      updated: 1,
      raced: 1,
    });
    expect(await labels(scope)).toEqual({ a2: "", b1: "Bo", b2: "Bo", a3: "" });
  });

  it("goes on with the others where one conversation was reset meanwhile", async () => {
    const scope = await newScope(database);
    const pair = (place: ConversationRef, name: string) =>
      said([
        [`${name}1`, "u1", "Rosa", { in: place }],
        [`${name}2`, "u1", "", { in: place }],
      ]);
    await tell(scope, [...pair(ROOM, "a"), ...pair(OTHER, "b")]);
    const report = await meanwhile(scope, () => reset(scope, ROOM)).backfillSenders();
    expect(report).toMatchObject({ errors: 1, conversations: 2, complete: true });
    expect(report.results).toMatchObject([
      { conversation: ROOM, status: "error", error: { code: "admin_refused" } },
      { conversation: OTHER, status: "ok", error: null },
    ]);
    expect(await labels(scope)).toEqual({ b1: "Rosa", b2: "Rosa" });
    expect(JSON.stringify(report)).not.toContain("Rosa");
  });

  it("stops at its limit and goes on from there", async () => {
    const scope = await newScope(database);
    const rows = said([
      ["a1", "u1", "Rosa"],
      ["a2", "u1", ""],
      ["a3", "u1", ""],
      ["a4", "u1", ""],
    ]);
    await tell(scope, rows);
    const admin = adminOf(scope);
    const first = await admin.backfillSenders({ limit: 2 });
    expect(first).toMatchObject({ complete: false, totals: { updated: 2 } });
    const second = await admin.backfillSenders({ limit: 2 });
    expect(second).toMatchObject({ complete: true, totals: { updated: 1 } });
    for (const limit of [0, -1, 1.5])
      await expect(admin.backfillSenders({ limit })).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });

  it("refuses a conversation that it does not know", async () => {
    const scope = await newScope(database);
    const unknown = adminOf(scope).backfillSenders({ conversation: channel("nowhere") });
    await expect(unknown).rejects.toMatchObject({ code: "unknown_conversation" });
  });
});
