import { EnvelopeKeys } from "../../dist/store/envelope-keys.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { readFacts } from "../../dist/store/facts/read-pending.js";
import { turnOnFacts } from "../../dist/store/facts/turn-on.js";
import { openStore } from "../../dist/store/open-store.js";
import { facts, scriptedModel } from "./facts-support.js";
import { openMemory } from "./harness.js";
import { operatorRows } from "./semantic-support.js";
import { channel, destination, openScope, PUBLIC, say, SLACK, turn } from "./turn-support.js";

const GENERAL = { conversation: channel("general"), audience: PUBLIC };

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

it("a turn's ledger has the rows of the facts that it was told", async () => {
  const scope = await openScope(database);
  const told = await say(scope, "I live in Oslo", GENERAL);
  const untold = await say(scope, "I live in Rome", { ...GENERAL, by: "u2" });
  const answering = await say(scope, "where do I live?", GENERAL);
  const { server, model } = await scriptedModel([facts("Oslo"), facts("Rome"), facts()]);
  await turnOnFacts(scope, model);
  await readFacts(scope, model);
  await server.finish();
  const at = destination(GENERAL.conversation, PUBLIC);
  const bound = await turn(scope, { destination: at, answering });
  expect(await bound.facts({ actor: "requester" })).toMatchObject({
    facts: [{ text: "Oslo", messageId: told }],
    counts: { author: 1, other: 1, unknown: 0 },
  });
  const { ledger } = await bound.trace();
  expect(ledger).toContain(told);
  expect(ledger).not.toContain(untold);
});

it("a store reads facts as it is maintained, and without a model queues and reports none", async () => {
  const perspective = { tenant: "t", agent: "kept" };
  const { server, model } = await scriptedModel([facts("Oslo")]);
  const without = await openStore({ database, perspective });
  await without.declare({ ...SLACK, ids: "global", trusted: true });
  const message = {
    type: "message",
    sourceId: "m1",
    content: "I live in Oslo",
    author: { type: "person", id: "u1", label: "Ann" },
    sentAt: "2026-01-01T00:00:00Z",
    audience: PUBLIC,
  } as const;
  await without.ingest({ conversation: GENERAL.conversation, events: [message] });
  expect(await without.maintain()).not.toHaveProperty("facts");
  const [{ id }] = (await database.transaction({ begin: "begin" }, (session) =>
    session.query(`select id from backread.perspectives where agent = 'kept'`),
  )) as [{ id: number }];
  const waiting = await operatorRows(
    { database, perspective, perspectiveId: id, auditKey: null, envelopeKeys: new EnvelopeKeys() },
    `select row_id from backread.fact_queue where perspective_id = $1`,
  );
  expect(waiting).toEqual([]);
  const store = await openStore({ database, perspective, models: { facts: model } });
  expect((await store.maintain()).facts).toEqual({
    read: 1,
    written: 1,
    dropped: 0,
    failed: 0,
    givenUp: 0,
    failure: null,
  });
  await server.finish();
});
