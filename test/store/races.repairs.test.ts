/** A row goes while a repair is naming it in its answers: afterwards nothing there says its author. */
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminOf } from "../../dist/store/admin/admin.js";
import type { Database, Session } from "../../dist/store/database.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { columnOf, counted, plant } from "./admin-support.js";
import { forEachDatabase } from "./harness.js";
import { channel, members, openScope, say, type Said } from "./turn-support.js";

const SAID: Said = { conversation: channel("room"), audience: members(["u1", "u2"]) };

const WAITING = `
select count(*)::int as n from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`;

/** After the repair's own statement, and after the last of a deletion. */
const NAMED = /set reply_subject_actor_id = t\.actor_id/u;
const DELETED = /delete from backread\.fact_queue/u;

/** Does something once, after a statement and before the commit of its transaction. */
function after(
  scope: Scope,
  statement: RegExp,
  act: () => Promise<void>,
): { readonly scope: Scope; readonly acted: () => boolean } {
  let acted = false;
  const { database } = scope;
  const over = (session: Session): Session => ({
    query: async (text, values) => {
      const rows = await session.query<object>(text, values);
      if (!acted && statement.test(text)) {
        acted = true;
        await act();
      }
      return rows as readonly never[];
    },
    script: (text) => session.script(text),
  });
  const hooked: Database = {
    kind: database.kind,
    transaction: (options, body) => database.transaction(options, (session) => body(over(session))),
    outside: (text) => database.outside(text),
    exclusively: (key, body) => database.exclusively(key, body),
    close: () => database.close(),
  };
  return { scope: { ...scope, database: hooked }, acted: () => acted };
}

forEachDatabase("whom replies answer is filled in while somebody", (open, kind) => {
  if (kind === "pglite") {
    describe.skip("has one transaction after another", () => {});
    return;
  }
  let database: Database;
  let scope: Scope;
  let target: string;

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    scope = await openScope(database);
    target = await say(scope, "the plan", { ...SAID, sourceId: "target" });
    const answer = { sourceId: "answer", by: "u2", replyTarget: "target" };
    await say(scope, "is this so?", { ...SAID, ...answer });
    await plant(
      scope,
      `update backread.messages set reply_subject_actor_id = '', reply_subject_label = '',
         reply_attribution_version = 0 where perspective_id = $1 and source_id = 'answer'`,
    );
  });

  async function waiting(): Promise<number> {
    const [row] = await database.transaction({ begin: "begin" }, (session) =>
      session.query<{ n: number }>(WAITING),
    );
    return row?.n ?? 0;
  }

  /** Until a transaction waits for a lock, or `work` has ended. */
  async function untilWaiting(work: Promise<unknown>): Promise<void> {
    const state = { ended: false };
    const end = (): void => void (state.ended = true);
    work.then(end, end);
    while (!state.ended && (await waiting()) === 0) await wait(20);
  }

  const subjects = () => columnOf(scope, "reply_subject_actor_id || reply_subject_label");

  test("does nothing else: it is filled in", async () => {
    const report = await adminOf(scope).backfillReplyRoles();
    expect(counted(report)).toMatchObject({ resolved: 1, updated: 1 });
    expect(await subjects()).toEqual({ target: "", answer: "actor:slack:u1u1" });
  });

  test("is about to delete the row: it is not filled in", async () => {
    let repaired: Promise<Readonly<Record<string, number>>> | undefined;
    const hooked = after(scope, DELETED, async () => {
      repaired = adminOf(scope).backfillReplyRoles().then(counted);
      await untilWaiting(repaired);
    });
    await deleteWhat(hooked.scope, { messageId: target });
    expect(await repaired).toMatchObject({ resolved: 1, raced: 1 });
    expect(await subjects()).toEqual({ answer: "" });
  });

  test("deletes the row before the repair has ended: it is taken back", async () => {
    let deleted: Promise<unknown> | undefined;
    const hooked = after(scope, NAMED, async () => {
      deleted = deleteWhat(scope, { messageId: target });
      await untilWaiting(deleted);
    });
    expect(counted(await adminOf(hooked.scope).backfillReplyRoles())).toMatchObject({ updated: 1 });
    await deleted;
    expect(hooked.acted()).toBe(true);
    expect(await subjects()).toEqual({ answer: "" });
  });
});
