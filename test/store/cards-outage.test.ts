import { beforeAll, describe, expect, it } from "vitest";
import { buildCard } from "../../dist/store/cards/build/build-card.js";
import { refreshCards } from "../../dist/store/cards/refresh-cards.js";
import { turnOnCards } from "../../dist/store/cards/turn-on.js";
import type { Database } from "../../dist/store/database.js";
import { openAiModel } from "../../dist/store/model-port/openai-model.js";
import type { Scope } from "../../dist/store/scope.js";
import { choices, decisions, entry, proposals } from "../speakers/card-support.js";
import { bodiesStored, cardIn, cardRows, passTime, SETTINGS, strayParts } from "./cards-support.js";
import { completion } from "./facts-support.js";
import { forEachDatabase } from "./harness.js";
import { patienceFor, scriptedServer, type Step } from "./scripted-server.js";
import { channel, newScope, PUBLIC, tell } from "./spoken.js";

const ROOM = channel("room");
const STYLE = { kind: "interaction_style", body: "This person jokes a lot" };
const GOAL = { kind: "active_goal", body: "This person wants a boat" };

/** Two entries are proposed, admitted and kept; then a third, beside what stood. */
const FIRST: readonly Step[] = [
  completion(proposals(entry(), entry(STYLE))),
  completion(decisions({ c1: "durable", c2: "durable" })),
  completion(choices(["c1"], ["c2"])),
];
const SECOND: readonly Step[] = [
  completion(proposals(entry(GOAL))),
  completion(decisions({ c1: "durable", c2: "durable", c3: "durable" })),
  completion(choices(["c1"], ["c2"], ["c3"])),
];
const OLD = [entry()["body"], STYLE.body];
const NEW = [...OLD, GOAL.body];

/** `again`: an answer that cannot be used is asked for once more. */
const WRONG: readonly (readonly [name: string, step: Step, again: boolean])[] = [
  ["no answer", { hang: true }, false],
  ["a broken connection", { drop: true }, false],
  ["an outage", { status: 503 }, false],
  ["a refusal", completion(null, { message: { refusal: "I cannot" } }), false],
  ["no JSON", completion("Sure! Here it is:"), true],
  ["half an answer", completion('{"entries":[{"ki', { finish_reason: "length" }), true],
  ["another schema", completion('{"cards":[]}'), true],
];

const STEPS = ["extraction", "admission", "curation"] as const;

forEachDatabase("cards and models that fail", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  async function refresh(scope: Scope, script: readonly Step[]) {
    const server = await scriptedServer(script);
    const of = (model: string, at: number) =>
      openAiModel({ baseUrl: server.url, model, retries: 0, timeoutMs: patienceFor([script[at]]) });
    const [general, admission, curation] = [of("general", 0), of("judge", 1), of("curator", 2)];
    const models = { general, admission, curation };
    await turnOnCards(scope, models);
    const report = await refreshCards(scope, { models, settings: SETTINGS, build: buildCard });
    await server.finish();
    return report;
  }

  const told = (scope: Scope) => cardIn(scope, ROOM, PUBLIC);

  describe.each(WRONG)("%s", (_name, step, again) => {
    it.each([0, 1, 2])(
      "at step %i leaves the last good card, and a rerun converges",
      async (at) => {
        const scope = await newScope(database);
        const says = (text: string) =>
          tell(scope, [{ in: ROOM, to: PUBLIC, by: "u1", text, at: "2026-01-01T00:00:00Z" }]);
        await says("Keep it short, haha");
        await refresh(scope, FIRST);
        expect(await told(scope)).toEqual(OLD);
        await says("I want a boat");
        const script = [...SECOND.slice(0, at), step, ...(again ? [step] : [])];
        const outcome = again ? unusableAt(STEPS[at]) : "model_error";
        expect(await refresh(scope, script)).toMatchObject({ outcomes: { [outcome]: 1 } });
        expect(await told(scope)).toEqual(OLD);
        expect(await bodiesStored(scope)).toEqual(OLD);
        expect(await strayParts(scope)).toBe(0);
        expect(await cardRows(scope)).toMatchObject([
          { dirty: true, invalid: false, building: false, failure_count: 1 },
        ]);
        await passTime(scope);
        expect(await refresh(scope, SECOND)).toMatchObject({ outcomes: { written: 1 } });
        expect(await told(scope)).toEqual(NEW);
        expect(await cardRows(scope)).toMatchObject([{ dirty: false, failure_count: 0 }]);
      },
    );
  });
});

function unusableAt(step: (typeof STEPS)[number] | undefined): string {
  return step === "admission" ? "admission_error" : "invalid_response";
}
