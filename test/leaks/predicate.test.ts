import { beforeAll, describe, expect, test } from "vitest";
import { forEachDatabase } from "../store/harness.js";
import { pairsOf, predicateCheck, pureDifferences, scripts, writersCheck } from "./checks.js";
import { mutations } from "./mutations.js";
import { Suite } from "./suite.js";

const SEED = Number(process.env["BACKREAD_SEED"] ?? 1);
const WORLDS = Number(process.env["BACKREAD_WORLDS"] ?? 6);
const SCRIPTS = scripts({ seed: SEED, worlds: WORLDS });
const CHECKS = [
  ...SCRIPTS.map((script) => predicateCheck(script)),
  ...SCRIPTS.slice(0, 2).map((script) => writersCheck(script)),
];

describe("the pure rule", () => {
  test.for(SCRIPTS)("$name", (script, { task }) => {
    const wrong = pureDifferences(script);
    const pairs = pairsOf(script);
    task.meta.compared = { implementation: "pure", pairs, differences: wrong.length };
    expect(wrong).toEqual([]);
  });
});

forEachDatabase("the SQL predicate", (open, kind) => {
  let suite: Suite;
  beforeAll(async () => {
    suite = new Suite(await open(), CHECKS);
  });

  test.for(CHECKS)("$name", async (check, { task }) => {
    const before = suite.pairs;
    const wrong = await suite.run(check);
    const pairs = suite.pairs - before;
    task.meta.compared = { implementation: kind, pairs, differences: wrong.length };
    expect(wrong).toEqual([]);
  });

  test.for(mutations())("$name is missed", async (mutation, { task }) => {
    const killer = await suite.killer(mutation);
    expect(killer).not.toBeNull();
    task.meta.line = `${kind}: killed ${mutation.name} by "${killer}"`;
  });
});
