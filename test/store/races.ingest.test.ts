/** What somebody else does while a batch is being taken in: afterwards it holds for the batch too. */
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { startLink } from "../../dist/store/identity/start-link.js";
import { unlink } from "../../dist/store/identity/unlink.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type { IngestEvent } from "../../dist/store/ingest-port.js";
import { deleteWhat } from "../../dist/store/reset.js";
import { writing, type BoundSession, type Scope } from "../../dist/store/scope.js";
import { forEachDatabase } from "./harness.js";
import {
  channel,
  direct,
  dm,
  IRC,
  members,
  openScope,
  say,
  SLACK,
  view,
  type Said,
} from "./turn-support.js";

const SECRET = "zanzibar";
const LATER = "2026-02-01T00:00:00Z";

const WAITING = `
select count(*)::int as n from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`;

forEachDatabase("a batch is being taken in while somebody", (open, kind) => {
  if (kind === "pglite") {
    describe.skip("has one transaction after another", () => {});
    return;
  }
  let database: Database;
  let scope: Scope;

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    scope = await openScope(database);
  });

  async function waiting(): Promise<number> {
    const [row] = await database.transaction({ begin: "begin" }, (session) =>
      session.query<{ n: number }>(WAITING),
    );
    return row?.n ?? 0;
  }

  /** Until so many transactions wait for a lock, or `work` has ended. */
  async function untilWaiting(count: number, work: Promise<unknown>): Promise<void> {
    const state = { ended: false };
    const end = (): void => void (state.ended = true);
    work.then(end, end);
    while (!state.ended && (await waiting()) < count) await wait(20);
  }

  /**
   * Takes `events` in, all but its end: the batch ends with a departure, whose lock on the audiences
   * of its conversation is held here, until `meanwhile` has ended or waits for the batch.
   */
  async function during(
    { conversation }: Pick<Said, "conversation">,
    events: readonly IngestEvent[],
    meanwhile: () => Promise<unknown>,
  ): Promise<void> {
    const leave: IngestEvent = { type: "leave", reader: "nobody", at: LATER };
    const both = await writing(scope, async (session: BoundSession) => {
      await session.query(
        `select from backread.audiences where perspective_id = $1 order by id for update`,
        [session.perspectiveId],
      );
      const batch = ingest(scope, { conversation, events: [...events, leave] });
      await untilWaiting(1, batch);
      const other = meanwhile();
      await untilWaiting(2, other);
      return [batch, other];
    });
    await Promise.all(both);
  }

  test("deletes a row that one of it quotes and answers: nothing of that row is left", async () => {
    const said: Said = { conversation: channel("room"), audience: members(["u1", "u2"]) };
    const source = await say(scope, `the ${SECRET} plan`, { ...said, sourceId: "src" });
    const quoting: IngestEvent = {
      type: "message",
      sourceId: "quoting",
      content: "is this so?",
      author: { type: "person", id: "u2", label: "Bob" },
      sentAt: "2026-01-31T00:00:00Z",
      audience: said.audience,
      quoted: { text: SECRET, sourceId: "src", label: "Ann" },
      replyTarget: "src",
    };
    await during(said, [quoting], () => deleteWhat(scope, { messageId: source }));
    const bound = await view(scope, said.conversation, said.audience);
    const [hit] = (await bound.search("so")).hits;
    expect(hit).toMatchObject({ content: "is this so?", quoted: null });
    const [row] = await writing(scope, (session) =>
      session.query(
        `select quoted, quoted_label, quoted_row, reply_subject_label, reply_subject_actor_id
         from backread.messages where perspective_id = $1 and source_id = 'quoting'`,
        [session.perspectiveId],
      ),
    );
    expect(row).toEqual({
      quoted: "",
      quoted_label: "",
      quoted_row: null,
      reply_subject_label: "",
      reply_subject_actor_id: "",
    });
  });

  test("unlinks an account that it proves: the account is not linked", async () => {
    const account = { namespace: SLACK, id: "u1" };
    const { codes } = await startLink(scope, [account, { namespace: IRC, id: "v1" }]);
    await say(scope, codes[1], {
      conversation: dm("own-v1", IRC),
      audience: direct("v1", IRC),
      by: "v1",
    });
    const own = { conversation: dm("own-u1"), audience: direct("u1") };
    await say(scope, "hello", own);
    const proof: IngestEvent = {
      type: "message",
      sourceId: "proof",
      content: codes[0],
      author: { type: "person", id: "u1", label: "u1" },
      sentAt: "2026-01-31T00:00:00Z",
      audience: own.audience,
    };
    await during(own, [proof], () => unlink(scope, account));
    const [row] = await writing(scope, (session) =>
      session.query(
        `select count(*) filter (where backread.link_is_live(l)) as live, count(*) as made
         from backread.identity_links l where perspective_id = $1 and external_id = 'u1'`,
        [session.perspectiveId],
      ),
    );
    // It was proved first, and then unlinked.
    expect(row).toEqual({ live: 0, made: 1 });
  });
});
