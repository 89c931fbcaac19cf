import { beforeAll, expect, test } from "vitest";
import { plainSchema, profileTools } from "../../dist/tools/index.js";
import type { Database } from "../../dist/store/database.js";
import {
  ASKED_FOR,
  askTool,
  STORE_ASKED_FOR,
  comparable,
  DOOR_CALLS,
  OFF,
  openGated,
  TOOL_CALLS,
  type DoorCall,
  type Gated,
} from "./gates-support.js";
import { forEachDatabase } from "./harness.js";

/** Tables that only a gate has a use for. */
const GATED = /backread\.(?:speaker_handles|facts|fact_queue|\w*card\w*)\b/u;
/** What is deleted is deleted everywhere, whichever gate once wrote it. */
const CLEARING: ReadonlySet<string> = new Set(["delete", "reset", "maintain"]);
/** Repairs of what a gate wrote, and merges, which end the handles of others: who calls them means those. */
const MEANT: ReadonlySet<string> = new Set(["normalizeActorIds", "mergeActors", "splitActor"]);
/** Random by nature. */
const RANDOM: ReadonlySet<string> = new Set(["startLink"]);

forEachDatabase("with every gate off", (open) => {
  let database: Database;
  let never: Gated;
  let left: Gated;
  /** For tools alone, whose searches are in its audit. */
  let tooled: Gated;
  beforeAll(async () => {
    database = await open();
    never = await openGated(database, false);
    left = await openGated(database, true);
    tooled = await openGated(database, false);
  });

  test("every function of the door is asked below", () => {
    const asked = (of: DoorCall["of"]): readonly string[] => [
      ...DOOR_CALLS.filter((call) => call.of === of).map(({ name }) => name),
      ...ELSEWHERE[of],
    ];
    const { view, turn, store } = never;
    const doors = { view, turn, store, admin: store.admin };
    for (const of of ["view", "turn", "store", "admin"] as const)
      expect(asked(of).toSorted(), of).toEqual(Object.keys(doors[of]).toSorted());
  });

  test("a tool is told of by the same bytes, and answers with them, at the same price", async () => {
    for (const profile of ["history", "search_and_fetch"] as const) {
      const schemas = (tools: ReturnType<typeof profileTools>): string =>
        JSON.stringify(
          tools.map(({ name, title, description, input }) => {
            return { name, title, description, input: plainSchema(input) };
          }),
        );
      expect(schemas(profileTools(profile, OFF))).toBe(schemas(profileTools(profile)));
    }
    for (const tool of TOOL_CALLS) {
      const plain = await askTool(tooled, tool);
      const off = await askTool(tooled, tool, OFF);
      expect(plain.json, tool.name).not.toContain("invalid_request");
      expect(off.json, tool.name).toBe(plain.json);
      expect(off.statements, tool.name).toEqual(plain.statements);
      expect(plain.statements.join("\n")).not.toMatch(GATED);
    }
  });

  test("a gate that is on costs something, and is seen", async () => {
    const [search] = TOOL_CALLS;
    if (search === undefined) throw new Error("there is no search");
    const off = await askTool(tooled, search, OFF);
    const on = await askTool(tooled, search, { ...OFF, annotations: true });
    expect(on.statements.length).toBeGreaterThan(off.statements.length);
    expect(on.json).not.toBe(off.json);
    for (const call of Object.values(ASKED_FOR)) {
      tooled.recording.take();
      await call(tooled.view, tooled);
      expect(tooled.recording.take().join("\n")).toMatch(GATED);
    }
    for (const call of Object.values(STORE_ASKED_FOR)) {
      tooled.recording.take();
      await call(tooled.store, tooled);
      expect(tooled.recording.take().join("\n")).toMatch(GATED);
    }
  });

  test("no function of the door looks at what gates write, nor at what they left", async () => {
    const counts: Record<string, number> = {};
    for (const call of DOOR_CALLS) {
      const name = `${call.of}.${call.name}`;
      const here = await asked(never, call);
      const there = await asked(left, call);
      expect(there.statements, name).toEqual(here.statements);
      if (!RANDOM.has(call.name)) expect(there.answer, name).toBe(here.answer);
      if (CLEARING.has(call.name)) continue;
      if (!MEANT.has(call.name)) expect(here.statements.join("\n"), name).not.toMatch(GATED);
      counts[name] = here.statements.filter((text) => text !== "begin").length;
    }
    expect(counts).toEqual(COUNTS);
  });
});

/** What is no function, and what is asked in another test or at the end of all. */
const ELSEWHERE: Readonly<Record<DoorCall["of"], readonly string[]>> = {
  view: ["conversation", ...Object.keys(ASKED_FOR)],
  turn: ["id", "conversation", ...Object.keys(ASKED_FOR)],
  store: ["perspective", "close", "admin", "rebuildCards", "cardStatus"],
  admin: ["backfillFactAuthors"],
};

async function asked(
  gated: Gated,
  { run }: DoorCall,
): Promise<{ readonly answer: string; readonly statements: readonly string[] }> {
  gated.recording.take();
  const answer = comparable(await run(gated));
  return { answer, statements: gated.recording.take() };
}

/** Statements of each function. One more is a price that somebody pays who asked for nothing. */
const COUNTS: Readonly<Record<string, number>> = {
  "admin.backfillActors": 13,
  "admin.backfillChannels": 17,
  "admin.backfillReplyRoles": 19,
  "admin.backfillSenders": 13,
  "admin.mergeConversations": 7,
  "admin.normalizeActorIds": 25,
  "admin.reattributeRoute": 8,
  "admin.reindex": 13,
  "view.card": 0,
  "view.context": 11,
  "view.count": 3,
  "view.fetch": 3,
  "view.log": 3,
  "view.memories": 2,
  "view.neighbours": 5,
  "view.pins": 5,
  "view.search": 6,
  "view.threads": 5,
  "turn.card": 0,
  "turn.context": 11,
  "turn.count": 3,
  "turn.deliver": 24,
  "turn.fetch": 4,
  "turn.log": 6,
  "turn.memories": 2,
  "turn.neighbours": 6,
  "turn.pins": 5,
  "turn.remember": 8,
  "turn.search": 7,
  "turn.threads": 5,
  "turn.trace": 2,
  "store.actorAudit": 1,
  "store.actors": 2,
  "store.alias": 12,
  "store.assembleContext": 13,
  "store.audienceOf": 2,
  "store.audit": 1,
  "store.declare": 1,
  "store.ingest": 28,
  "store.merge": 8,
  "store.mergeActors": 7,
  "store.splitActor": 5,
  "store.startLink": 3,
  "store.stats": 1,
  "store.turn": 6,
  "store.unlink": 5,
  "store.view": 2,
};
