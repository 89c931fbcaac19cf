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
    case n % 2 when 1 then 'person' else 'agent' end, case n % 2 when 1 then 'u1' else 'bot' end, '',
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
    await writing(scope, (session) => session.query(TALK, [scope.perspectiveId]));
  });

  async function newest(count: number): Promise<ReadonlyMap<string, string>> {
    const bound = await view(scope, ROOM.conversation, ROOM.audience);
    const log = bound.log();
    const rows = new Map<string, string>();
    for (let before: number | null = null; rows.size < count;) {
      const page = await log.readBefore(before, Math.min(512, count - rows.size));
      for (const { sequence, content } of page.messages)
        rows.set(log.addressOf(sequence)?.messageId ?? "", content);
      before = page.nextBefore;
      if (before === null) break;
    }
    return rows;
  }

  test(`a reply after ${ROWS} alternating rows is readable, and delivery stays quick`, async () => {
    const window = [...(await newest(WINDOW)).keys()].reverse();
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
    slowest.sort((left, right) => left - right);
    expect(slowest[EXCHANGES / 2]).toBeLessThan(1_000);
    const bound = await view(scope, ROOM.conversation, ROOM.audience);
    expect(await bound.fetch(added.at(-1) ?? "")).toMatchObject({ content: "answer 59" });
  });

  test("after one deletion exactly the direct replies are gone", async () => {
    const before = await newest(600);
    const [question = ""] = [...before].find(([, content]) => content === "question 30") ?? [];
    const report = await deleteWhat(scope, { messageId: question });
    expect(report).toEqual({ deleted: 1, withdrawn: WINDOW / 2 });
    const after = await newest(600 - 1 - WINDOW / 2);
    const gone = [...before].filter(([id]) => !after.has(id)).map(([, content]) => content);
    const direct = Array.from({ length: WINDOW / 2 }, (_, n) => `answer ${30 + n}`);
    expect(gone.toSorted()).toEqual([...direct, "question 30"].toSorted());
    expect([...after.values()]).toContain("answer 45");
    expect([...after.values()]).toContain("answer 59");
  });

  test("deleting much leaves later replies readable: none is looked for below what is gone", async () => {
    const rows = await newest(400);
    const bulk = [...rows].filter(([, content]) => /^row \d*[13579]$/.test(content)).slice(0, 100);
    for (const [messageId] of bulk.filter((_, index) => index % 10 === 0))
      await deleteWhat(scope, { messageId });
    const left = [...(await newest(100)).values()];
    expect(left).toContain("answer 59");
    expect(left).toContain("answer 45");
  });
});
