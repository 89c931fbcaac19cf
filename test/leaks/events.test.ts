import { beforeAll, describe, expect, inject, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { forEachDatabase } from "../store/harness.js";
import { worldScripts, type Script } from "./checks.js";
import { EVENT_CASES, EVENT_KINDS, kindOf, type EventCase, type EventKind } from "./event-cases.js";
import { everyPath } from "./every-path.js";
import { LiveScript, type Answered } from "./live-checks.js";
import type { Step } from "./world.js";

const ALL_PATHS = everyPath();
/** Two cores that others use too. */
const PATIENCE = 600_000;
/** Each event on every database, and after events of generated worlds; else each on one of them. */
const whole = process.env["BACKREAD_LEAKS"] === "whole";
const KINDS = ["pglite", ...inject("store").servers.map(({ name }) => name)];
/** At least so many paths tell what an event takes away or brings. */
const TELLING = 15;

function casesOn(kind: string): readonly EventCase[] {
  const own = KINDS.indexOf(kind);
  return EVENT_CASES.filter((_, index) => whole || index % KINDS.length === own);
}

function rowsOf({ steps, event }: EventCase): readonly string[] {
  return [...steps, ...event].flatMap((step) =>
    step.do === "say" || step.do === "reply" || step.do === "remember" ? [step.row] : [],
  );
}

test("each kind of event has a case in which it really happens", () => {
  for (const kind of EVENT_KINDS) {
    const happening = EVENT_CASES.filter(({ event }) =>
      event.some((step) => kindOf(step) === kind),
    );
    expect(happening.length, kind).toBeGreaterThan(0);
    for (const { gone, come, regroups } of happening)
      expect(regroups ?? gone.length + come.length > 0, kind).toBe(true);
  }
});

forEachDatabase("every path", (open, kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  describe.each(casesOn(kind))("$name", (given) => {
    const before = new Map<string, Answered>();
    const after = new Map<string, Answered>();
    let script: LiveScript;

    test("is there to be asked before and after", { timeout: PATIENCE }, async () => {
      const { steps, event } = given;
      const all = { ...given, steps: [...steps, ...event] };
      script = await LiveScript.begin(database, all, rowsOf(given));
      await script.playOn(steps);
      for (const path of ALL_PATHS) before.set(path.name, await script.ask(path));
      expect([...before.values()].flatMap(({ wrong }) => wrong)).toEqual([]);
      await script.playOn(event);
    });

    test.for(ALL_PATHS)("$name", { timeout: PATIENCE }, async (path, { task }) => {
      const answered = await script.ask(path);
      after.set(path.name, answered);
      const { wrong, pairs } = answered;
      task.meta.compared = { implementation: `${kind}, events`, pairs, differences: wrong.length };
      expect(wrong).toEqual([]);
    });

    test("many paths told otherwise before", () => {
      for (const row of given.gone) {
        expect(telling(before, row).length, row).toBeGreaterThan(row === "memory" ? 0 : TELLING);
        expect(telling(after, row), row).toEqual([]);
      }
      for (const row of given.come) {
        expect(telling(before, row), row).toEqual([]);
        expect(telling(after, row).length, row).toBeGreaterThan(row === "memory" ? 0 : TELLING);
      }
      if (given.regroups === true)
        expect(after.get("roster")?.pairs).not.toBe(before.get("roster")?.pairs);
      expect(telling(before, "stays").length).toBeGreaterThan(TELLING);
      expect(telling(after, "stays").length).toBeGreaterThan(TELLING);
    });
  });
});

function telling(answers: ReadonlyMap<string, Answered>, row: string): readonly string[] {
  return [...answers].filter(([, { told }]) => told.has(row)).map(([path]) => path);
}

/** In a size that can be asked again and again. */
const SEED = Number(process.env["BACKREAD_SEED"] ?? 1);
const SIZE = { steps: 120, readers: 4 };
/** Seeds that are tried for a world with a kind of event that no other has. */
const MOST_SEEDS = 100;
/** Events of one kind after which one world is asked. */
const EACH = 1;

/** Worlds that have all kinds of events between them; each has one that those before it have not. */
function coveringWorlds(): readonly Script[] {
  const met = new Set<EventKind>();
  return worldScripts({ seed: SEED, worlds: whole ? MOST_SEEDS : 1 }, SIZE).filter(({ steps }) => {
    const before = met.size;
    for (const kind of steps.flatMap((step) => kindOf(step) ?? [])) met.add(kind);
    return met.size > before;
  });
}

describe.skipIf(!whole)("generated worlds, asked after one event of each kind", () => {
  const counts = new Map<EventKind, number>();
  const worlds = coveringWorlds();

  forEachDatabase("every path", (open, kind) => {
    test.for(worlds)("of $name", { timeout: 10 * PATIENCE }, async (world, { task }) => {
      const { pairs, wrong } = await askedAfterEvents(await open(), world, counts);
      task.meta.compared = { implementation: `${kind}, events`, pairs, differences: wrong.length };
      expect(wrong).toEqual([]);
    });
  });

  test("each kind of event happened", () => {
    for (const kind of EVENT_KINDS) expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(0);
  });
});

async function askedAfterEvents(
  database: Database,
  world: Script,
  counts: Map<EventKind, number>,
): Promise<{ readonly pairs: number; readonly wrong: readonly string[] }> {
  const script = await LiveScript.begin(database, world);
  const here = new Map<EventKind, number>();
  const wrong: string[] = [];
  let pairs = 0;
  const waiting: Step[] = [];
  for (const step of world.steps) {
    waiting.push(step);
    const kind = kindOf(step);
    if (kind === undefined || (here.get(kind) ?? 0) >= EACH) continue;
    await script.playOn(waiting.splice(0));
    here.set(kind, (here.get(kind) ?? 0) + 1);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const path of ALL_PATHS) {
      const answered = await script.ask(path);
      pairs += answered.pairs;
      wrong.push(...answered.wrong.map((each) => `after ${kind}: ${path.name}: ${each}`));
    }
  }
  return { pairs, wrong };
}
