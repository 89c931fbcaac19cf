import { beforeAll, expect, it } from "vitest";
import { CARD_FAILURES, CARD_OUTAGE_RUN, CARD_OUTAGES, CARD_RUN } from "../../dist/store/bounds.js";
import { rebuildCards } from "../../dist/store/cards/rebuild-cards.js";
import { refreshCards } from "../../dist/store/cards/refresh-cards.js";
import { cardStatus } from "../../dist/store/cards/card-status.js";
import { turnOnCards } from "../../dist/store/cards/turn-on.js";
import { InvalidArgumentError } from "../../dist/model/errors.js";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  cardIn,
  cardRows,
  echo,
  failing,
  MODELS,
  passTime,
  refresh,
  workerOf,
  type Build,
} from "./cards-support.js";
import { forEachDatabase } from "./harness.js";
import { operatorRows } from "./semantic-support.js";
import { channel, direct, dm, newScope, PUBLIC, tell, type Said } from "./spoken.js";

const ROOM = channel("room");
const DM = { in: dm("u1"), to: direct("u1") };
let seconds = 0;
const says = (by: string, text: string, more: Partial<Said> = {}): Said => ({
  in: ROOM,
  to: PUBLIC,
  by,
  text,
  at: new Date(Date.UTC(2026, 0, 1) + ++seconds * 1_000).toISOString(),
  ...more,
});

/** Counts how often it is asked. */
function counting(build: Build): { readonly build: Build; asked: number } {
  const counter = {
    asked: 0,
    build: ((...asked) => {
      counter.asked++;
      return build(...asked);
    }) satisfies Build,
  };
  return counter;
}

forEachDatabase("the queue of cards", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  const told = (scope: Scope, by = "u1") => cardIn(scope, ROOM, PUBLIC, by);
  const forced = (scope: Scope, build: Build) =>
    rebuildCards(scope, workerOf(build), { actor: "actor:slack:u1", force: true });

  it("38: waits longer after each failure, and after the third for new evidence", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    const bad = counting(failing("invalid_response"));
    expect(await refresh(scope, bad.build)).toMatchObject({ outcomes: { invalid_response: 1 } });
    expect(await cardRows(scope)).toMatchObject([{ dirty: true, failure_count: 1 }]);
    const [first] = await cardStatus(scope);
    expect(first).toMatchObject({ due: false, failures: 1, outcome: "invalid_response" });
    const waits = Date.parse(first?.retryAt ?? "") - Date.parse(first?.attemptedAt ?? "");
    expect(waits).toBeCloseTo(30_000, -2);
    await refresh(scope, bad.build);
    expect(bad.asked).toBe(1);
    await forced(scope, bad.build);
    const [second] = await cardStatus(scope);
    const longer = Date.parse(second?.retryAt ?? "") - Date.parse(second?.attemptedAt ?? "");
    expect(longer).toBeCloseTo(60_000, -2);
    await forced(scope, bad.build);
    expect(await cardRows(scope)).toMatchObject([{ failure_count: CARD_FAILURES }]);
    expect((await cardStatus(scope))[0]).toMatchObject({ due: false, retryAt: null });
    await passTime(scope);
    expect(await refresh(scope, bad.build)).toMatchObject({ outcomes: {}, left: 0, givenUp: 1 });
    expect(bad.asked).toBe(3);
    await tell(scope, [says("u1", "hello")]);
    await refresh(scope, bad.build);
    expect(bad.asked).toBe(4);
    expect(await cardRows(scope)).toMatchObject([{ failure_count: 1 }]);
    await passTime(scope);
    await refresh(scope);
    expect(await cardRows(scope)).toMatchObject([{ failure_count: 0, dirty: false }]);
    expect(await told(scope)).toEqual(["tea"]);
  });

  it("38: gives another model what the last one gave up", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    await refresh(scope, failing("invalid_response"));
    for (let tries = 2; tries <= CARD_FAILURES; tries++)
      await forced(scope, failing("invalid_response"));
    const other = { ...MODELS, admission: { ...MODELS.admission, model: "better" } };
    await turnOnCards(scope, other);
    expect(await refreshCards(scope, { ...workerOf(echo()), models: other })).toMatchObject({
      outcomes: { written: 1 },
    });
  });

  it("38: is not taken for built where other models were set, and the first ones again", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    await refresh(scope);
    await tell(scope, [says("u1", "pref: coffee")]);
    await refresh(scope, failing("invalid_response"));
    await turnOnCards(scope, { ...MODELS, admission: { ...MODELS.admission, model: "better" } });
    expect(await refresh(scope)).toMatchObject({ outcomes: { written: 1 }, unchanged: 0 });
    expect(await told(scope)).toEqual(["coffee", "tea"]);
  });

  it("counts outages apart from answers that cannot be used", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    const tryWith = async (build: Build) => {
      await passTime(scope);
      return refresh(scope, build);
    };
    for (let tries = 0; tries < CARD_FAILURES; tries++) await tryWith(failing("model_error"));
    for (let tries = 1; tries < CARD_FAILURES; tries++)
      expect(await tryWith(failing("invalid_response"))).toMatchObject({ givenUp: 0 });
    expect(await tryWith(failing("invalid_response"))).toMatchObject({ givenUp: 1 });
  });

  it("waits out an outage in which something was said that is no evidence", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    for (let tries = 0; tries < CARD_FAILURES; tries++) {
      await passTime(scope);
      await refresh(scope, failing("model_error"));
    }
    await passTime(scope);
    const interrupted: Build = async (...asked) => {
      await tell(scope, [says("u1", "> somebody else's words")]);
      return failing("model_error")(...asked);
    };
    expect(await refresh(scope, interrupted)).toMatchObject({ outcomes: { superseded: 1 } });
    expect(await refresh(scope)).toMatchObject({ outcomes: { written: 1 }, givenUp: 0 });
  });

  it("waits out an outage for longer than answers that cannot be used", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    for (let tries = 0; tries < CARD_OUTAGES - 1; tries++) {
      await passTime(scope);
      expect(await refresh(scope, failing("model_error"))).toMatchObject({ givenUp: 0 });
    }
    await passTime(scope);
    expect(await refresh(scope, failing("model_error"))).toMatchObject({ givenUp: 1 });
    await passTime(scope);
    expect(await refresh(scope)).toMatchObject({ outcomes: {}, givenUp: 1 });
    await tell(scope, [says("u1", "pref: coffee")]);
    expect(await refresh(scope)).toMatchObject({ outcomes: { written: 1 }, givenUp: 0 });
  });

  it("39: has what is due when it is due, of its own perspective, and not what was given up", async () => {
    const [scope, other] = [await newScope(database), await newScope(database)];
    for (const one of [scope, other]) await tell(one, [says("u1", "pref: tea")]);
    for (const one of [scope, other]) await refresh(one, failing("invalid_response"));
    const set = (when: string, failures: number) =>
      operatorRows(
        scope,
        `update backread.cards set next_try_at = '${when}', failure_count = ${failures}
         where perspective_id = $1`,
      );
    const good = counting(echo());
    await set("9999-01-01", 1);
    expect(await refresh(scope, good.build)).toMatchObject({ left: 0 });
    await set("-infinity", CARD_FAILURES);
    expect(await refresh(scope, good.build)).toMatchObject({ givenUp: 1 });
    expect(good.asked).toBe(0);
    await set("2000-01-01", 1);
    await refresh(scope, good.build);
    expect(good.asked).toBe(1);
    expect(await cardRows(other)).toMatchObject([{ dirty: true, failure_count: 1 }]);
  });

  it("41: without who admits, a forced build is an error, and the card stays due", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    await refresh(scope);
    const rebuilt = rebuildCards(scope, undefined, { force: true });
    await expect(rebuilt).rejects.toMatchObject({
      code: "invalid_argument",
      data: { argument: "models.admission" },
    });
    expect(await cardRows(scope)).toMatchObject([{ outcome: "admission_error", dirty: true }]);
    expect(await told(scope)).toEqual(["tea"]);
  });

  it("10.12: one bad audience does not keep the others back", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: old whispers", DM), says("u1", "pref: old tea")]);
    await refresh(scope);
    await tell(scope, [says("u1", "goal: a secret", DM), says("u1", "goal: a boat")]);
    const picky: Build = async (...asked) => {
      const isDm = JSON.stringify(asked[1]).includes("secret");
      return isDm ? failing("admission_error")(...asked) : echo()(...asked);
    };
    const report = await refresh(scope, picky);
    expect(report.outcomes).toEqual({ admission_error: 1, written: 1 });
    expect(await told(scope)).toEqual(["old tea", "a boat"]);
    expect(await cardIn(scope, DM.in, DM.to)).toEqual(["old tea", "old whispers", "a boat"]);
  });

  it("10.12: names which cards were built, and a lost one is not called built", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea"), says("u2", "pref: rum"), says("u1", "x", DM)]);
    const names = async (options: Parameters<typeof rebuildCards>[2], build: Build = echo()) => {
      const { cards } = await rebuildCards(scope, workerOf(build), options);
      return cards
        .map(({ actorId, outcome, written }) => `${actorId} ${outcome} ${written}`)
        .sort();
    };
    expect(await names({ dryRun: true })).toEqual([
      "actor:slack:u1 null 0",
      "actor:slack:u1 null 0",
      "actor:slack:u2 null 0",
    ]);
    expect(await cardRows(scope)).toEqual([]);
    expect(await names({})).toEqual([
      "actor:slack:u1 clean_empty 0",
      "actor:slack:u1 written 1",
      "actor:slack:u2 written 1",
    ]);
    expect(await names({})).toEqual([]);
    expect(await names({ force: true, dryRun: true, actor: "actor:slack:u2" })).toEqual([
      "actor:slack:u2 null 0",
    ]);
    expect(await names({ force: true, conversation: DM.in })).toHaveLength(2);
    const losing: Build = async (...asked) => {
      await operatorRows(
        scope,
        `update backread.cards set marker = null where perspective_id = $1`,
      );
      return echo()(...asked);
    };
    expect(await names({ force: true, actor: "actor:slack:u2" }, losing)).toEqual([
      "actor:slack:u2 superseded 0",
    ]);
    expect(await names({ force: true, actor: "actor:slack:u9" })).toEqual([]);
    const limited = await rebuildCards(scope, workerOf(echo()), { force: true, limit: 1 });
    expect(limited).toMatchObject({ cards: { length: 1 }, left: 2 });
  });

  it("10.12: another policy, or other models, bill nothing for cards that are as they should be", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    await refresh(scope);
    const other = { ...MODELS, general: { ...MODELS.general, model: "newer" } };
    await turnOnCards(scope, other);
    const good = counting(echo());
    await refreshCards(scope, { ...workerOf(good.build), models: other });
    expect(good.asked).toBe(0);
  });

  it("takes so many at a time, and says how many are left", async () => {
    const scope = await newScope(database);
    const people = Array.from({ length: CARD_RUN + 2 }, (_, n) => says(`p${n}`, `pref: ${n}`));
    await tell(scope, people);
    expect(await refresh(scope)).toMatchObject({ entries: CARD_RUN, left: 2 });
    expect(await refresh(scope)).toMatchObject({ entries: 2, left: 0 });
    const worker = workerOf(echo());
    await expect(refreshCards(scope, worker, { limit: 0 })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  it("spares the others where no model answers at all, and what throws is no answer", async () => {
    const scope = await newScope(database);
    await tell(
      scope,
      Array.from({ length: CARD_OUTAGE_RUN + 2 }, (_, n) => says(`p${n}`, "pref: x")),
    );
    const out = counting(() => Promise.reject(new Error("a text of somebody")));
    expect(await refresh(scope, out.build)).toMatchObject({
      outcomes: { model_error: CARD_OUTAGE_RUN },
      failure: "outage",
      left: 2,
    });
    expect(out.asked).toBe(CARD_OUTAGE_RUN);
    await passTime(scope);
    expect(await refresh(scope)).toMatchObject({ entries: CARD_OUTAGE_RUN + 2, failure: null });
  });

  it("gives a card to one builder at a time, and to the next where that one was killed", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea")]);
    const inner: unknown[] = [];
    const slow: Build = async (...asked) => {
      inner.push((await refreshCards(scope, workerOf(echo()))).outcomes);
      await passTime(scope);
      inner.push((await refreshCards(scope, workerOf(echo()))).outcomes);
      return echo()(...asked);
    };
    const late = await refresh(scope, slow);
    expect(inner).toEqual([{}, { written: 1 }]);
    // What came later and ended earlier stays, and its outcome too.
    expect(late.outcomes).toEqual({ superseded: 1 });
    expect(await cardRows(scope)).toMatchObject([{ dirty: false, outcome: "written" }]);
    expect(await told(scope)).toEqual(["tea"]);
  });

  it("says what became of each, without a word of anybody", async () => {
    const scope = await newScope(database);
    await tell(scope, [says("u1", "pref: tea"), says("u2", "pref: rum")]);
    await turnOnCards(scope, MODELS);
    await refreshCards(scope, workerOf(echo()), { limit: 1 });
    const status = await cardStatus(scope);
    expect(status).toMatchObject([
      {
        actorId: "actor:slack:u1",
        dirty: false,
        invalid: false,
        due: false,
        outcome: "written",
        retryAt: null,
        failures: 0,
        sources: 1,
        accepted: 1,
        rejected: {},
        written: 1,
      },
      { actorId: "actor:slack:u2", dirty: true, due: true, outcome: null, builtAt: null },
    ]);
    expect(JSON.stringify(status)).not.toMatch(/tea|rum/u);
    expect(await cardStatus(scope, { actor: "actor:slack:u2" })).toHaveLength(1);
    expect(await cardStatus(scope, { limit: 1 })).toHaveLength(1);
    for (const actor of ["u2", "actor:slack:", "actor:slack:u\0"]) {
      await expect(cardStatus(scope, { actor })).rejects.toThrow(InvalidArgumentError);
      const rebuilt = rebuildCards(scope, workerOf(echo()), { actor });
      await expect(rebuilt).rejects.toThrow(InvalidArgumentError);
    }
    await expect(cardStatus(scope, { limit: 0 })).rejects.toThrow(InvalidArgumentError);
  });
});
