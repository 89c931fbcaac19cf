import { beforeAll, expect, test } from "vitest";
import { deleteWhat } from "../../dist/store/reset.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import { forEachDatabase } from "./harness.js";
import { channel, destination, members, now, openScope, say, turn, view } from "./turn-support.js";

const ROOM = { conversation: channel("busy"), audience: members(["u1", "u2"]) };
/** Rows that stand there before the test delivers replies of its own. */
const ROWS = 20_000;
const WINDOW = 30;
const EXCHANGES = 60;
/** For statements over all of the room, which no store has: its own have to end sooner. */
const BULK = { timeoutMs: 240_000 };

// Message and reply in turn, a second apart; every reply stands on the 30 rows before it.
const TALK = `
with first as (
  select * from backread.messages where perspective_id = $1 order by id limit 1
), talk as (
  insert into backread.messages (perspective_id, conversation_id, origin_conversation_id,
    connector_id, route_id, route_kind, sequence, source_id, author_type, author_id, author_label,
    content, sent_at, set_id, lineage, index_status)
  select f.perspective_id, f.conversation_id, f.origin_conversation_id, f.connector_id, f.route_id,
    f.route_kind, f.sequence + n * 1000000::bigint, 'talk' || n,
    case n % 2 when 1 then 'person' else 'agent' end,
    case when n % 20 = 1 then 'u9' when n % 2 = 1 then 'u1' else 'bot' end, '',
    'row ' || n, f.sent_at + n * interval '1 second', f.set_id,
    case n % 2 when 1 then 'none' else 'known' end, 'indexed'
  from first f, generate_series(1, ${ROWS}) n
  returning id, source_id, lineage
), numbered as (
  select id, lineage, row_number() over (order by substr(source_id, 5)::int) as n from talk
)
insert into backread.lineage (perspective_id, row_id, source_row, source_epoch)
select $1, reply.id, source.id, 0 from numbered reply
cross join generate_series(1, ${WINDOW}) as back
join numbered source on source.n = reply.n - back
where reply.lineage = 'known'`;

forEachDatabase("a busy room", (open) => {
  let scope: Scope;
  /** Message ids by what they say, of everything that the test itself adds. */
  const added: string[] = [];
  const slowest: number[] = [];

  beforeAll(async () => {
    scope = await openScope(await open());
    await say(scope, "the first row", { ...ROOM, sentAt: "2026-01-01T00:00:00Z" });
    await writing(scope, (session) => session.query(TALK, [scope.perspectiveId]), BULK);
  });

  /** What the newest rows say, newest first, as far as they may be read. */
  async function newest(count: number): Promise<readonly string[]> {
    const bound = await view(scope, ROOM.conversation, ROOM.audience);
    const log = bound.log({ conversation: ROOM.conversation });
    const { messages } = await log.readBefore(null, count);
    return messages.map(({ content }) => content);
  }

  /** Message ids of bulk rows, by what they say. */
  async function idsOf(...contents: readonly string[]): Promise<readonly string[]> {
    const rows = await writing(scope, (session) =>
      session.query<{ id: string }>(
        `select message_id::text as id from backread.messages
         where perspective_id = $1 and content = any($2::text[]) order by sequence`,
        [scope.perspectiveId, contents],
      ),
    );
    return rows.map(({ id }) => id);
  }

  test(`a reply after ${ROWS} alternating rows is readable, and delivery stays quick`, async () => {
    expect((await newest(1))[0]).toBe(`row ${ROWS}`);
    const window = [...(await idsOf(...(await newest(WINDOW))))];
    expect(window).toHaveLength(WINDOW);
    for (let n = 0; n < EXCHANGES; n++) {
      const sentAt = new Date(Date.UTC(2026, 1, 1) + n * 2_000).toISOString();
      const answering = await say(scope, `question ${n}`, { ...ROOM, sentAt });
      window.push(answering);
      const begun = await turn(scope, {
        destination: destination(ROOM.conversation, ROOM.audience),
        answering,
        loaded: window.slice(-WINDOW),
      });
      const started = performance.now();
      const { messageId } = await begun.deliver(
        { content: `answer ${n}`, sentAt: new Date(Date.parse(sentAt) + 1_000).toISOString() },
        now(ROOM.audience),
      );
      slowest.push(performance.now() - started);
      window.push(messageId);
      added.push(answering, messageId);
    }
    const [median = 0] = slowest.toSorted((left, right) => left - right).slice(EXCHANGES / 2);
    expect(median).toBeLessThan(5_000);
    const bound = await view(scope, ROOM.conversation, ROOM.audience);
    expect(await bound.fetch(added.at(-1) ?? "")).toMatchObject({ content: "answer 59" });
  });

  test("after one deletion exactly the direct replies are gone", async () => {
    const before = await newest(300);
    const [question = ""] = await idsOf("question 30");
    const report = await deleteWhat(scope, { messageId: question });
    expect(report).toEqual({ deleted: 1, withdrawn: WINDOW / 2 });
    const direct = new Set(Array.from({ length: WINDOW / 2 }, (_, n) => `answer ${30 + n}`));
    const left = before.filter((content) => content !== "question 30" && !direct.has(content));
    expect(await newest(left.length)).toEqual(left);
    expect(left).toContain("answer 45");
  });

  test("much is deleted, and later replies stay: below what is gone none looks", async () => {
    const withdrawn = await writing(
      scope,
      async (session) => {
        await session.query(
          `update backread.messages set state = 'deleted', content = ''
         where perspective_id = $1 and author_id = 'u9'`,
          [scope.perspectiveId],
        );
        return session.query(
          `update backread.messages set state = 'withdrawn', lineage_epoch = lineage_epoch + 1
         where perspective_id = $1 and state = 'live' and id in (
           select l.row_id from backread.lineage l join backread.messages m
             on m.perspective_id = $1 and m.id = l.source_row
           where l.perspective_id = $1 and m.author_id = 'u9') returning id`,
          [scope.perspectiveId],
        );
      },
      BULK,
    );
    // Every reply of the bulk saw one of those rows, and the first answers saw its end.
    expect(withdrawn.length).toBeGreaterThan(ROWS / 2 - WINDOW);
    const left = await newest(85);
    expect(left[0]).toBe(`answer ${EXCHANGES - 1}`);
    // These saw answers that are gone, whose sources lead back to the beginning of the room.
    expect(left).toContain("answer 20");
    expect(left).not.toContain("answer 2");
  });
});
