import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openMemory } from "../store/harness.js";
import { CABINET, HIDDEN } from "./cabinet.js";
import { LiveScript } from "./live-checks.js";
import { mutated, mutations, predicates } from "./mutations.js";
import { everyPath } from "./every-path.js";
import type { Path } from "./paths.js";

const ALL_PATHS: readonly Path[] = everyPath();
/** Each predicate times each path: `npm run test:leaks` asks for it, `npm test` has no time for it. */
const whole = process.env["BACKREAD_LEAKS"] === "whole";
const PATIENCE = 600_000;

/** They look at the bound conversation alone, in which this predicate hides nothing. */
const ownRoom = (path: string): boolean =>
  /roster|by speaker|(?:tool|mcp) (?:pinboard|threads)/u.test(path);
/** What is remembered here is hidden by its readers alone. */
const remembered = (path: string): boolean => path.endsWith("memories");
/** They tell the requester's own account alone, and channels of one conversation beside it. */
const beside = (path: string): boolean => /card|assembled/u.test(path);

/** Paths by which a predicate cannot be missed. */
const SHADOWED: Readonly<Record<string, (path: string) => boolean>> = {
  // A place without readers cannot be bound, so that no view asks.
  destination_has_readers: () => true,
  conversation_allows: (path) => ownRoom(path) || remembered(path),
  namespace_allows: (path) => ownRoom(path) || remembered(path),
  // Whom it alone keeps out sees nothing at all here, and so has no message that a turn answers.
  // And it is none of the requester's own words.
  insiders_allow: (path) => ownRoom(path) || beside(path) || path.startsWith("turn "),
  // What a link opens is another account's.
  link_is_live: (path) => ownRoom(path) || beside(path) || remembered(path),
  same_person: (path) => ownRoom(path) || beside(path) || remembered(path),
  link_allows: (path) => ownRoom(path),
  // What was deleted has no text, no fact, no card and no document left that a search could find.
  row_is_live: (path) =>
    /search|pin|threads|context|card|tool|mcp|memories|facts|roster/u.test(path),
  // A memory is withdrawn with its source, which its reader asks for as well.
  memory_is_live: () => true,
  // Nobody but the agent says anything that has sources, and it is on no roster and has no card.
  lineage_allows: (path) => remembered(path) || /roster|facts of an actor|card/u.test(path),
};

describe.skipIf(!whole)("a path that forgets a predicate", () => {
  let database: Database;
  let script: LiveScript;
  beforeAll(async () => {
    database = await openMemory();
    script = await LiveScript.play(database, CABINET, HIDDEN);
  }, PATIENCE);
  afterAll(() => database.close());

  test.for(ALL_PATHS)("asks rightly: $name", { timeout: PATIENCE }, async (path) => {
    expect((await script.ask(path)).wrong).toEqual([]);
  });

  const named = mutations().filter(({ name }) => predicates().includes(name));
  test.for(named)("$name is missed", { timeout: PATIENCE }, async (mutation, { task }) => {
    const noticed = await mutated(database, mutation, () => noticing(script));
    const names = ALL_PATHS.map(({ name }) => name);
    const missed = names.filter((name) => !noticed.has(name));
    const leaks = [...noticed].join(", ") || "none of them";
    task.meta.line = `pglite: without ${mutation.name} these leak: ${leaks}`;
    const isShadowed = SHADOWED[mutation.name] ?? (() => false);
    expect(missed.filter((path) => !isShadowed(path))).toEqual([]);
  });
});

async function noticing(script: LiveScript): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const path of ALL_PATHS) if (await script.notices(path)) names.add(path.name);
  return names;
}
