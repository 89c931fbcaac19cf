import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openMemory } from "../store/harness.js";
import type { Script } from "./checks.js";
import { LiveScript } from "./live-checks.js";
import { rewriting, type Rewriting } from "./rewriting.js";
import { SPEAKER_PATHS } from "./speaker-paths.js";
import { MERGED, MERGED_MUTATIONS, SPEAKER_MUTATIONS, SPEAKING } from "./speaking.js";

/** Two cores that others use too. */
const PATIENCE = 300_000;
/** Each mutation times each path that notices it: `npm run test:leaks` asks for it. */
const whole = process.env["BACKREAD_LEAKS"] === "whole";
const PLAYED = [
  { script: SPEAKING, mutations: SPEAKER_MUTATIONS },
  { script: MERGED, mutations: MERGED_MUTATIONS },
] as const;

function rowsOf({ steps }: Script): readonly string[] {
  return steps.flatMap((step) => (step.do === "say" ? [step.row] : []));
}

describe.each(PLAYED)("a path that tells who said what of $script.name", (played) => {
  let database: Database;
  let rewritten: Rewriting;
  let script: LiveScript;
  beforeAll(async () => {
    database = await openMemory();
    rewritten = rewriting(database);
    script = await LiveScript.play(rewritten.database, played.script, rowsOf(played.script));
  }, PATIENCE);
  afterAll(() => database.close());

  test.for(SPEAKER_PATHS)("asks rightly: $name", { timeout: PATIENCE }, async (path) => {
    expect((await script.ask(path)).wrong).toEqual([]);
  });

  test.for(played.mutations)(
    "$name is missed",
    { timeout: PATIENCE },
    async (mutation, { task }) => {
      const noticed = await rewritten.during(mutation, () => noticing(script));
      task.meta.line = `pglite: ${mutation.name} is missed by ${noticed.join(", ") || "nothing"}`;
      expect(noticed).not.toEqual([]);
    },
  );

  test("all ask rightly again, whatever was minted meanwhile", { timeout: PATIENCE }, async () => {
    expect(await noticing(script)).toEqual([]);
  });
});

/** The first path that notices, or all that do. */
async function noticing(script: LiveScript): Promise<readonly string[]> {
  const noticed: string[] = [];
  for (const path of SPEAKER_PATHS) {
    if (await script.notices(path)) noticed.push(path.name);
    if (noticed.length > 0 && !whole) break;
  }
  return noticed;
}
