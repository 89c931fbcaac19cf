import { beforeAll, expect, test } from "vitest";
import { plainSchema, profileTools } from "../../dist/tools/index.js";
import type { Database } from "../../dist/store/database.js";
import {
  ASKED_FOR,
  askTool,
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
      ...(of === "store" ? ["perspective", "close"] : ["conversation", ...Object.keys(ASKED_FOR)]),
      ...(of === "turn" ? ["id"] : []),
    ];
    for (const of of ["view", "turn", "store"] as const)
      expect(asked(of).toSorted()).toEqual(Object.keys(never[of]).toSorted());
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
      expect(here.statements.join("\n"), name).not.toMatch(GATED);
      counts[name] = here.statements.filter((text) => text !== "begin").length;
    }
    expect(counts).toEqual(COUNTS);
  });
});

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
  "view.context": 11,
  "view.count": 3,
  "view.fetch": 3,
  "view.log": 3,
  "view.memories": 2,
  "view.neighbours": 5,
  "view.pins": 5,
  "view.search": 6,
  "view.threads": 5,
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
  "store.alias": 12,
  "store.audienceOf": 2,
  "store.audit": 1,
  "store.declare": 1,
  "store.ingest": 27,
  "store.merge": 8,
  "store.startLink": 3,
  "store.stats": 1,
  "store.turn": 6,
  "store.unlink": 4,
  "store.view": 2,
};
