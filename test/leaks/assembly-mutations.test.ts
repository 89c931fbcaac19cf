import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openMemory } from "../store/harness.js";
import { ASSEMBLING, ASSEMBLY_MUTATIONS } from "./assembling.js";
import { CARD_PATHS } from "./card-paths.js";
import { CONTEXT_PATHS } from "./context-paths.js";
import { LiveScript } from "./live-checks.js";
import { rewriting, type Rewriting } from "./rewriting.js";

/** Two cores that others use too. */
const PATIENCE = 300_000;
/** Whoever looks at a card builds it anew: what was left is looked at before. */
const LEFT = [...CONTEXT_PATHS, ...CARD_PATHS.filter(({ name }) => name !== "card")];

describe("what stands beside a request", () => {
  let database: Database;
  let rewritten: Rewriting;
  let script: LiveScript;
  beforeAll(async () => {
    database = await openMemory();
    rewritten = rewriting(database);
    script = await LiveScript.play(rewritten.database, ASSEMBLING);
  }, PATIENCE);
  afterAll(() => database.close());

  test.for(LEFT)("asks rightly: $name", { timeout: PATIENCE }, async (path) => {
    const { wrong, told } = await script.ask(path);
    expect(wrong).toEqual([]);
    expect([...told]).toEqual(expect.arrayContaining(["afar", "theirs"]));
  });

  test.for(ASSEMBLY_MUTATIONS)(
    "$name is missed",
    { timeout: PATIENCE },
    async (mutation, { task }) => {
      const noticed = await rewritten.during(mutation, () => noticing(script));
      task.meta.line = `pglite: ${mutation.name} is missed by ${noticed.join(", ") || "nothing"}`;
      expect(noticed).not.toEqual([]);
    },
  );

  test("all ask rightly again, cards built anew too", { timeout: PATIENCE }, async () => {
    for (const path of [...LEFT, ...CARD_PATHS])
      expect((await script.ask(path)).wrong, path.name).toEqual([]);
  });
});

async function noticing(script: LiveScript): Promise<readonly string[]> {
  const noticed: string[] = [];
  for (const path of LEFT) if (await script.notices(path)) noticed.push(path.name);
  return noticed;
}
