import { beforeAll, describe, expect, inject, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { forEachDatabase } from "../store/harness.js";
import { CABINET } from "./cabinet.js";
import { worldScripts, type Script } from "./checks.js";
import { LiveScript } from "./live-checks.js";
import { everyPath } from "./every-path.js";

const ALL_PATHS = everyPath();
/** Two cores that others use too. */
const PATIENCE = 300_000;

const SEED = Number(process.env["BACKREAD_SEED"] ?? 1);
/** This many worlds for every database; without it a few, each on one of them. */
const WORLDS = process.env["BACKREAD_LIVE_WORLDS"];
const FEW_WORLDS = 3;
const SIZE = { steps: 80, readers: 6 };
const KINDS = ["pglite", ...inject("store").servers.map(({ name }) => name)];

function scriptsOn(kind: string): readonly Script[] {
  if (WORLDS !== undefined)
    return [CABINET, ...worldScripts({ seed: SEED, worlds: Number(WORLDS) }, SIZE)];
  const few = worldScripts({ seed: SEED, worlds: FEW_WORLDS }, SIZE);
  const own = KINDS.indexOf(kind);
  return [CABINET, ...few.filter((_, index) => index % KINDS.length === own)];
}

test("in generated worlds some count as one, and do so no more", () => {
  const steps = worldScripts({ seed: SEED, worlds: FEW_WORLDS }, SIZE).flatMap(
    (each) => each.steps,
  );
  const done = new Set(steps.map((step) => step.do));
  expect([...done]).toEqual(expect.arrayContaining(["mergeActors", "splitActor"]));
});

forEachDatabase("every path", (open, kind) => {
  let database: Database;
  const played = new Map<Script, Promise<LiveScript>>();
  beforeAll(async () => {
    database = await open();
  });

  describe.each(scriptsOn(kind))("of $name", (script) => {
    test("is there to be asked", { timeout: PATIENCE }, async () => {
      played.set(script, LiveScript.play(database, script));
      await played.get(script);
    });

    test.for(ALL_PATHS)("$name", { timeout: PATIENCE }, async (path, { task }) => {
      const asked = await played.get(script);
      const told = await asked?.ask(path);
      const { wrong = ["was not played"], pairs = 0 } = told ?? {};
      task.meta.compared = { implementation: `${kind}, paths`, pairs, differences: wrong.length };
      expect(wrong).toEqual([]);
    });
  });
});
