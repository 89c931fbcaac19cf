import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { forEachDatabase } from "../store/harness.js";
import { CABINET } from "./cabinet.js";
import { worldScripts, type Script } from "./checks.js";
import { LiveScript } from "./live-checks.js";
import { PATHS } from "./paths.js";
import { TOOL_PATHS } from "./tool-paths.js";

const ALL_PATHS = [...PATHS, ...TOOL_PATHS];
/** Two cores that others use too. */
const PATIENCE = 300_000;

const SEED = Number(process.env["BACKREAD_SEED"] ?? 1);
const WORLDS = Number(process.env["BACKREAD_LIVE_WORLDS"] ?? 1);
const LIVE = [CABINET, ...worldScripts({ seed: SEED, worlds: WORLDS }, { steps: 80, readers: 6 })];

forEachDatabase("every path", (open, kind) => {
  let database: Database;
  const played = new Map<Script, Promise<LiveScript>>();
  beforeAll(async () => {
    database = await open();
  });

  describe.each(LIVE)("of $name", (script) => {
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
