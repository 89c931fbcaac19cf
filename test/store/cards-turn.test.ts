import { afterAll, beforeAll, expect, it } from "vitest";
import { readSpeakerConfig } from "../../dist/speakers/config/read-speaker-config.js";
import type { SpeakerConfig } from "../../dist/speakers/config/speaker-config.js";
import { MAX_LINEAGE_HISTORY } from "../../dist/store/bounds.js";
import type { Database } from "../../dist/store/database.js";
import { ingest } from "../../dist/store/ingest/index.js";
import { openStore } from "../../dist/store/open-store.js";
import { deleteWhat } from "../../dist/store/reset.js";
import { openTurn } from "../../dist/store/turn/open-turn.js";
import { MODELS, refresh } from "./cards-support.js";
import { openMemory } from "./harness.js";
import { counted } from "./roster-support.js";
import {
  channel,
  destination,
  now,
  openScope,
  PUBLIC,
  say,
  SLACK,
  TOOLS,
  workspace,
} from "./turn-support.js";

const ROOM = channel("room");
const HERE = { conversation: ROOM, audience: workspace() };

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

let turns = 0;
const turn = (
  scope: Parameters<typeof openTurn>[0],
  answering: string,
  loaded: readonly string[] = [],
) =>
  openTurn(
    scope,
    {
      id: `card-${++turns}`,
      requester: { id: "u1" },
      answering,
      loaded,
      destination: destination(ROOM, workspace()),
    },
    { ...TOOLS, cards: true },
  );

it("a turn's card enters what it stands on, and a reply stands on that", async () => {
  const scope = await openScope(database);
  const told = await say(scope, "pref: short answers", HERE);
  const untold = await say(scope, "pref: rhymes", { ...HERE, by: "u2" });
  const answering = await say(scope, "and now?", HERE);
  await refresh(scope);
  const bound = await turn(scope, answering);
  expect(await bound.card()).toEqual([
    { kind: "communication_pref", body: "short answers", confidence: 0.5 },
  ]);
  const { ledger } = await bound.trace();
  expect([...ledger].sort()).toEqual([answering, told].sort());
  expect(ledger).not.toContain(untold);
  await deleteWhat(scope, { messageId: told });
  const reply = bound.deliver({ content: "yes" }, now(workspace()));
  await expect(reply).rejects.toMatchObject({ code: "evidence_withdrawn" });
});

it("a turn's card leaves out what it has no room for", async () => {
  const scope = await openScope(database);
  await say(scope, "pref: short answers", HERE);
  await say(scope, "goal: a boat", HERE);
  const answering = await say(scope, "and now?", HERE);
  await refresh(scope);
  const { outcomes } = await ingest(scope, {
    conversation: ROOM,
    events: Array.from({ length: MAX_LINEAGE_HISTORY - 1 }, (_, row) => ({
      type: "message" as const,
      sourceId: `row ${row}`,
      content: `row ${row}`,
      author: { type: "person" as const, id: "u3", label: "u3" },
      sentAt: "2025-01-01T00:00:00Z",
      audience: workspace(),
    })),
  });
  const loaded = outcomes.flatMap((row) => (row.status === "stored" ? [row.messageId] : []));
  const bound = await turn(scope, answering, loaded);
  expect(await bound.card()).toHaveLength(1);
  await say(scope, "hello", HERE);
  const full = await turn(scope, answering, [...loaded, await say(scope, "more", HERE)]);
  await expect(full.card()).rejects.toMatchObject({ code: "ledger_full" });
});

const message = (sourceId: string, content: string) =>
  ({
    type: "message",
    sourceId,
    content,
    author: { type: "person", id: "u1", label: "Ann" },
    sentAt: "2026-01-01T00:00:00Z",
    audience: PUBLIC,
  }) as const;

function config(enabled: boolean): SpeakerConfig {
  const assembly = { actor_card_enabled: enabled, actor_card_admission_model: "judge" };
  const read = readSpeakerConfig({ assembly });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.config;
}

it("a store whose gate is off queues nothing, reads nothing, and reports nothing", async () => {
  const perspective = { tenant: "t", agent: "gate-off" };
  const counter = counted(database);
  const speakers = config(false);
  const store = await openStore({
    database: counter.database,
    perspective,
    speakers,
    models: MODELS,
  });
  await store.declare({ ...SLACK, ids: "global", trusted: true });
  await store.ingest({ conversation: ROOM, events: [message("m1", "pref: tea")] });
  expect(await store.maintain()).not.toHaveProperty("cards");
  expect(await store.cardStatus()).toEqual([]);
  const view = await store.view({
    destination: destination(ROOM, PUBLIC),
    requester: { id: "u1" },
  });
  const before = counter.asked;
  expect(await view.card()).toEqual([]);
  expect(counter.asked).toBe(before);
});

it("a store whose gate is on needs its models, and builds as it is maintained", async () => {
  const perspective = { tenant: "t", agent: "gate-on" };
  const speakers = config(true);
  const { general, admission } = MODELS;
  for (const models of [{}, { general }, { admission }])
    await expect(openStore({ database, perspective, speakers, models })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  const store = await openStore({
    database,
    perspective,
    speakers,
    models: { general, admission },
  });
  await store.declare({ ...SLACK, ids: "global", trusted: true });
  await store.ingest({ conversation: ROOM, events: [message("m1", "pref: tea")] });
  // These models answer nothing.
  expect((await store.maintain()).cards).toEqual({
    outcomes: { model_error: 1 },
    entries: 0,
    unchanged: 0,
    left: 0,
    givenUp: 0,
    failure: null,
  });
  expect(await store.cardStatus()).toMatchObject([{ outcome: "model_error", failures: 1 }]);
  const forced = await store.rebuildCards({ force: true });
  expect(forced.cards).toMatchObject([{ actorId: "actor:slack:u1", outcome: "model_error" }]);
});
