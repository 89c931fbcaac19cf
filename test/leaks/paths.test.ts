import { beforeAll, expect, test } from "vitest";
import { forEachDatabase } from "../store/harness.js";
import { worldScripts } from "./checks.js";
import { LiveScript } from "./live-checks.js";
import { PATHS } from "./paths.js";

const SEED = Number(process.env["BACKREAD_SEED"] ?? 1);
const WORLDS = Number(process.env["BACKREAD_LIVE_WORLDS"] ?? 1);
const LIVE = worldScripts({ seed: SEED, worlds: WORLDS }, { steps: 80, readers: 6 });

forEachDatabase("every path", (open, kind) => {
  const played: LiveScript[] = [];
  beforeAll(async () => {
    const database = await open();
    for (const script of LIVE) {
      try {
        played.push(await LiveScript.play(database, script));
      } catch (error) {
        throw new Error(`${script.name} was not played`, { cause: error });
      }
    }
  });

  test.for(PATHS)("$name", async (path, { task }) => {
    const wrong: string[] = [];
    let pairs = 0;
    for (const script of played) {
      const told = await script.ask(path);
      wrong.push(...told.wrong);
      pairs += told.pairs;
    }
    task.meta.compared = { implementation: `${kind}, paths`, pairs, differences: wrong.length };
    expect(wrong).toEqual([]);
  });
});
