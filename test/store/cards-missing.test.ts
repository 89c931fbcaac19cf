/** Cards of a whole perspective are looked for window by window, and the look can be ended. */
import { beforeAll, expect, it } from "vitest";
import { findMissing, makeMissing } from "../../dist/store/cards/missing-cards.js";
import { rebuildCards } from "../../dist/store/cards/rebuild-cards.js";
import type { Database } from "../../dist/store/database.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { plant } from "./admin-support.js";
import { cardRows, echo, workerOf, type Build } from "./cards-support.js";
import { forEachDatabase } from "./harness.js";
import { channel, direct, dm, members, newScope, PUBLIC, sure, tell, type Said } from "./spoken.js";

const ROOM = channel("room");
const ABORTED = { code: "aborted", data: { coverage: { stoppedBy: "aborted" } } };

let seconds = 0;
function says(by: string, more: Partial<Said> = {}): Said {
  const at = new Date(Date.UTC(2026, 0, 1) + ++seconds * 1_000).toISOString();
  return { in: ROOM, to: PUBLIC, by, text: `pref: tea ${seconds}`, at, ...more };
}

/** People of several sets, some of whom said nothing that is there or that anybody may read. */
async function spoken(database: Database): Promise<Scope> {
  const scope = await newScope(database);
  const ids = await tell(scope, [
    says("u1"),
    says("gone"),
    says("unproved", { to: null }),
    says("agent", { by: { type: "agent", id: "bot", label: "Bot" } }),
    says("u2", { to: members("u1", "u2") }),
    says("u1", { in: dm("u1"), to: direct("u1") }),
    says("u1"),
    says("u3", { sourceId: "quoted", to: members("u1", "u3") }),
    says("u2", { sourceId: "quoting" }),
  ]);
  await deleteWhat(scope, { messageId: sure(ids[1]) });
  await plant(
    scope,
    `insert into backread.facts (perspective_id, row_id, source_row, epoch, set_id, role,
       author_actor_id, content, model)
     select $1, m.id, s.id, 0, m.set_id, 'subject', s.actor_id, 'a fact', 'm'
     from backread.messages m, backread.messages s
     where m.perspective_id = $1 and s.perspective_id = $1
       and m.source_id = 'quoting' and s.source_id = 'quoted'`,
  );
  return scope;
}

const actorsOf = async (scope: Scope): Promise<readonly unknown[]> =>
  (await cardRows(scope)).map(({ actor_id }) => actor_id);

forEachDatabase("cards that are missing", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  it("are the same, however many rows are looked at at once", async () => {
    const scope = await spoken(database);
    const whole = await findMissing(scope);
    expect(whole.map(({ actorId }) => actorId)).toEqual([
      "actor:slack:u1",
      "actor:slack:u1",
      "actor:slack:u2",
      "actor:slack:u2",
      "actor:slack:u3",
      "actor:slack:u3",
    ]);
    for (const rows of [1, 2, 4]) expect(await findMissing(scope, { rows })).toEqual(whole);
    expect(await cardRows(scope)).toEqual([]);
    // Of people who are named one by one the same cards are told.
    for (const actor of new Set(whole.map(({ actorId }) => actorId))) {
      const named = await rebuildCards(scope, undefined, { actor, dryRun: true });
      const theirs = whole.filter(({ actorId }) => actorId === actor);
      expect(named.cards.map(({ audience }) => audience)).toEqual(
        theirs.map(({ audience }) => audience),
      );
    }
    await makeMissing(scope, { rows: 2 });
    expect(await actorsOf(scope)).toEqual(whole.map(({ actorId }) => actorId));
    expect(await findMissing(scope, { rows: 2 })).toEqual([]);
    await makeMissing(scope);
    expect(await cardRows(scope)).toHaveLength(whole.length);
  });

  it("are looked for in transactions of so many rows, until the signal ends it", async () => {
    const scope = await spoken(database);
    const stop = new AbortController();
    const watched: Database = {
      kind: database.kind,
      outside: (text) => database.outside(text),
      exclusively: (key, body) => database.exclusively(key, body),
      close: () => database.close(),
      transaction: async (options, body) => {
        const done = await database.transaction(options, body);
        if (options.begin.includes("read committed")) stop.abort();
        return done;
      },
    };
    const making = makeMissing({ ...scope, database: watched }, { rows: 4, signal: stop.signal });
    await expect(making).rejects.toMatchObject(ABORTED);
    // Of the first four rows, of which three are nobody's who may have a card.
    expect(await actorsOf(scope)).toEqual(["actor:slack:u1"]);
    const signal = AbortSignal.abort();
    await expect(findMissing(scope, { signal })).rejects.toMatchObject(ABORTED);
    await makeMissing(scope, { rows: 4 });
    expect(await cardRows(scope)).toHaveLength(6);
  });

  it("a rebuilding ends before the next card, and keeps what was built", async () => {
    const scope = await spoken(database);
    const stop = new AbortController();
    const last: Build = async (...asked) => {
      stop.abort();
      return echo()(...asked);
    };
    const stopped = rebuildCards(scope, workerOf(last), { signal: stop.signal });
    await expect(stopped).rejects.toMatchObject(ABORTED);
    const tried = (await cardRows(scope)).filter(({ outcome }) => outcome !== null);
    expect(tried).toMatchObject([{ outcome: "written", dirty: false }]);
    const { cards } = await rebuildCards(scope, workerOf(echo()));
    expect(cards).toHaveLength(5);
  });
});
