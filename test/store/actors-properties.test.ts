import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { readActorAudit } from "../../dist/store/actors/actor-audit.js";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import { actor, merged, mergesOf, split } from "./actors.support.js";
import { forEachDatabase } from "./harness.js";
import { ROOM, rosterAt, says, sql } from "./roster-support.js";
import { deleteWhat } from "../../dist/store/reset.js";
import { direct, dm, newScope, SLACK, viewIn, WORKSPACE } from "./spoken.js";

const IDS = ["u0", "u1", "u2", "u3", "u4"] as const;
const person = fc.constantFrom(...IDS);
const STEP = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constant("merge" as const), person, person) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("split" as const), person, person) },
);
type Step = readonly ["merge" | "split", string, string];

/** What is one with what, as simply as can be said: whom each counts as. */
class Twin {
  readonly #heads = new Map<string, string>();

  headOf(id: string): string {
    return this.#heads.get(id) ?? id;
  }

  groupOf(id: string): readonly string[] {
    return IDS.filter((other) => this.headOf(other) === this.headOf(id));
  }

  /** Whether it changes something; null where it is refused. */
  step([what, id, into]: Step): boolean | null {
    if (what === "split") return this.#heads.delete(id);
    const head = this.headOf(into);
    if (id === into || head === id) return null;
    if (this.headOf(id) === head) return false;
    if (this.groupOf(id).length > 1) return null;
    this.#heads.set(id, head);
    return true;
  }

  get merges(): readonly string[] {
    return [...this.#heads].map(([id, into]) => `${id}>${into}`).toSorted();
  }
}

forEachDatabase("any merges and splits", (open, kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  async function peopled(): Promise<Scope> {
    const scope = await newScope(database);
    for (const id of IDS) {
      await says(scope, [id, id], { text: `mango ${id}` });
      await says(scope, [id, id], { text: "mango dm", in: dm(id), to: direct(id) });
    }
    return scope;
  }

  async function act(scope: Scope, [what, id, into]: Step): Promise<boolean | null> {
    try {
      const done = what === "merge" ? merged(scope, [id, into]) : split(scope, id);
      return (await done).changed === 1;
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid_actor_merge" });
      return null;
    }
  }

  /** Whose words a strict search for one finds in the room, and how many there are of others. */
  async function foundOf(scope: Scope, id: string): Promise<object> {
    const view = await viewIn(scope, ROOM, WORKSPACE, id);
    const speaker = { who: { actorId: actor(id) }, only: true, scope: "channel" } as const;
    const { hits, speakers } = await view.search("mango", { speaker });
    const others = speakers?.counts?.otherSpeakers;
    return { said: hits.map(({ content }) => content.replace("mango ", "")).toSorted(), others };
  }

  /** Every row that may be read in the room and in each dm. */
  async function readable(scope: Scope): Promise<readonly unknown[]> {
    const places = [
      { place: ROOM, audience: WORKSPACE },
      ...IDS.map((id) => ({ place: dm(id), audience: direct(id) })),
    ];
    const all = [];
    for (const { place, audience } of places) {
      const view = await viewIn(scope, place, audience);
      const { messages } = await view.log().readBefore(null, 50);
      all.push(messages.map(({ content }) => content));
    }
    return all;
  }

  test(
    "are those of a twin that knows only whom each counts as",
    { timeout: 240_000 },
    async () => {
      const scope = await peopled();
      const first = await rosterAt(scope);
      const before = await readable(scope);
      const steps = fc.array(STEP, { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const twin = new Twin();
          for (const step of sequence) {
            const expected = twin.step(step);
            expect(await act(scope, step), step.join()).toBe(expected);
            expect(await mergesOf(scope)).toEqual(twin.merges);
          }
          const roster = await rosterAt(scope);
          expect(roster.entries.map(({ actorId }) => actorId).toSorted()).toEqual(
            [...new Set(IDS.map((id) => actor(twin.headOf(id))))].toSorted(),
          );
          for (const { actorId, handle } of roster.entries)
            expect(first.entries.find((entry) => entry.actorId === actorId)?.handle).toBe(handle);
          const id = sequence[0]?.[1] ?? "u0";
          const said = twin.groupOf(id);
          expect(await foundOf(scope, id)).toEqual({ said, others: IDS.length - said.length });
          expect(await readable(scope)).toEqual(before);
          for (const other of IDS) await split(scope, other);
          const { entries } = await rosterAt(scope);
          expect(JSON.stringify(entries)).toBe(JSON.stringify(first.entries));
        }),
        { numRuns: kind === "pglite" ? 8 : 16, seed: 20_261_130 },
      );
    },
  );

  test("the audit tells all that was done, in order", async () => {
    const scope = await peopled();
    const twin = new Twin();
    const steps: readonly Step[] = [
      ["merge", "u1", "u0"],
      ["merge", "u2", "u1"],
      ["split", "u1", ""],
      ["merge", "u0", "u1"],
      ["split", "u3", ""],
    ];
    for (const step of steps) expect(await act(scope, step)).toBe(twin.step(step));
    const audit = (await readActorAudit(scope)).toReversed();
    const replayed = new Map<string, string>();
    for (const { action, actor: who, into } of audit)
      if (action === "merge") replayed.set(String(who), String(into));
      else replayed.delete(String(who));
    const told = [...replayed].map((pair) => pair.join(">").replaceAll("actor:slack:", ""));
    expect(told.toSorted()).toEqual(await mergesOf(scope));
    expect(audit).toHaveLength(3);
  });

  test("at once with a deletion leave nothing of who is gone", async () => {
    for (let round = 0; round < 4; round++) {
      const scope = await newScope(database);
      for (const id of ["u0", "u1"]) await says(scope, [id, id]);
      const merging = merged(scope, ["u0", "u1"]).catch((error: unknown) => error);
      await Promise.all([deleteWhat(scope, { actor: { namespace: SLACK, id: "u0" } }), merging]);
      const done = await merging;
      if (done instanceof Error) expect(done).toMatchObject({ code: "unknown_actor" });
      expect(await mergesOf(scope)).toEqual([]);
      for (const { actor: who } of await readActorAudit(scope)) expect(who).toBeNull();
    }
  });

  test("at once make no circle and no second level", async () => {
    for (let round = 0; round < 6; round++) {
      const scope = await peopled();
      const steps: readonly Step[] = [
        ["merge", "u0", "u1"],
        ["merge", "u1", "u0"],
        ["merge", "u1", "u2"],
        ["merge", "u2", "u0"],
        ["merge", "u3", "u1"],
        ["split", "u1", ""],
      ];
      const done = await Promise.all(steps.map((step) => act(scope, step)));
      const stored = await mergesOf(scope);
      const heads = new Set(stored.map((merge) => merge.split(">")[1]));
      for (const merge of stored) expect(heads.has(merge.split(">")[0])).toBe(false);
      const [counted] = await sql<{ entries: number }>(
        scope,
        "select count(*)::int as entries from backread.actor_audit where perspective_id = $1",
      );
      expect(counted?.entries).toBe(done.filter((changed) => changed === true).length);
    }
  });
});
