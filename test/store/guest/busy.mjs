// One of several processes that work on one store at the same time. Prints what was acknowledged to
// it, and what failed: { acts, errors, searches } as JSON.
import { openStore } from "../../../dist/store/open-store.js";

/** @typedef {import("../support/busy.js").Work} Work */
/** @typedef {import("../support/busy.js").Act} Act */
/** @typedef {import("../../../dist/store/ingest-port.js").IngestEvent} IngestEvent */
/** @typedef {import("../../../dist/speakers/audience.js").Audience} Audience */
/** @typedef {{ room: string, sourceId: string, messageId: string, by: string }} Said */

/** @type {Work} */
const work = JSON.parse(process.argv[2] ?? "");
const { url, name, milliseconds, searchers, writers, readers, rooms, desk, seed } = work;
const store = await openStore({
  url,
  perspective: { tenant: "t", agent: "busy" },
  connections: searchers + writers,
  // It is asked of more at once than a busy machine has done in the time that one search has.
  searchTimeoutMs: 120_000,
});
const SLACK = { type: "slack", name: "acme" };
const AS_OF = "2026-06-01T00:00:00Z";
const WORDS = ["walrus", "mango", "papaya", "harbour", "lantern", "sess.opts", "c++"];
await store.declare({ ...SLACK, ids: "global", agentIds: ["bot"], joinersSeeHistory: true });

/** @type {Act[]} */
const acts = [];
/** @type {string[]} */
const errors = [];
let searches = 0;
let count = 0;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} state */
function numbers(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {() => number} next @param {readonly T[]} list @returns {T} */
function pick(next, list) {
  const picked = list[Math.floor(next() * list.length)];
  if (picked === undefined) throw new Error("there is nothing to pick from");
  return picked;
}

/** @param {string} id @returns {import("../../../dist/store/port.js").ConversationRef} */
function room(id) {
  return { connector: SLACK, kind: "channel", id };
}

/** @param {() => number} next @returns {Audience | null} */
function someAudience(next) {
  const kind = next();
  if (kind < 0.1) return null;
  if (kind < 0.3) return { kind: "public" };
  if (kind < 0.5) return { kind: "workspace", namespace: SLACK };
  const some = ["u1", "u2", "u3", "u4", "u5"].filter(() => next() < 0.7);
  return { kind: "members", namespace: SLACK, readers: some.length === 0 ? ["u1"] : some };
}

/**
 * An instant after those of all rows, so that a change of membership concerns them all.
 * @param {number} month @param {() => number} next
 */
function later(month, next) {
  return new Date(Date.UTC(2026, month, 1) + Math.floor(next() * 86_400_000)).toISOString();
}

/** @param {string} id @param {IngestEvent[]} events */
async function ingest(id, events) {
  const { outcomes } = await store.ingest({ conversation: room(id), events });
  return outcomes;
}

/** @param {() => number} next @param {string} id @param {number} rows @param {Audience} [audience] */
async function say(next, id, rows, audience) {
  const events = Array.from({ length: rows }, () => {
    const n = ++count;
    return /** @type {const} */ ({
      type: "message",
      sourceId: `${name}-${n}`,
      author: { type: "person", id: pick(next, ["u1", "u2"]), label: "Somebody" },
      content: `${pick(next, WORDS)} ${pick(next, WORDS)} ${name} ${n}`,
      sentAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(next() * 864_000_000)).toISOString(),
      audience: audience ?? someAudience(next),
      conversationOnly: next() < 0.1,
    });
  });
  const outcomes = await ingest(id, events);
  return events.map((event, index) => {
    const outcome = outcomes[index];
    if (outcome?.status !== "stored") throw new Error(`not stored: ${JSON.stringify(outcome)}`);
    const { sourceId, content: text, audience: to, conversationOnly } = event;
    const { messageId } = outcome;
    acts.push({ do: "say", room: id, messageId, text, audience: to, conversationOnly });
    return { room: id, sourceId, messageId, by: event.author.id };
  });
}

/**
 * Some rows of one room in one batch, in an order that is none.
 * @param {() => number} next @param {Said[]} mine
 */
async function edit(next, mine) {
  const { room: id } = pick(next, mine);
  const some = mine.filter((said) => said.room === id).slice(-4);
  const edits = some.toReversed().map(({ sourceId, messageId, by }) => {
    const audience = someAudience(next);
    const content = `${pick(next, WORDS)} edited ${name} ${++count}`;
    // Each edit is newer than the one before.
    const at = new Date(Date.UTC(2026, 1, 1) + count * 10).toISOString();
    const event = /** @type {const} */ ({ type: "edit", sourceId, by, content, at, audience });
    return { event, messageId };
  });
  const outcomes = await ingest(
    id,
    edits.map(({ event }) => event),
  );
  for (const [index, { event, messageId }] of edits.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status !== "applied") throw new Error(`not edited: ${JSON.stringify(outcome)}`);
    acts.push({ do: "edit", messageId, text: event.content, audience: event.audience });
  }
}

/** @param {() => number} next @param {Said[]} mine */
async function remove(next, mine) {
  const [gone] = mine.splice(Math.floor(next() * mine.length), 1);
  if (gone === undefined) return;
  const { room: id, sourceId, messageId } = gone;
  if (next() < 0.5) await ingest(id, [{ type: "delete", sourceId, at: later(1, next) }]);
  else await store.delete({ messageId });
  acts.push({ do: "delete", messageId });
}

/** @param {() => number} next */
async function change(next) {
  const id = pick(next, rooms);
  const kind = next();
  if (kind < 0.45) {
    const event = { type: "leave", reader: pick(next, ["u4", "u5"]), at: later(2, next) };
    await ingest(id, [/** @type {IngestEvent} */ (event)]);
    acts.push({ do: "leave", room: id, readers: [event.reader], at: event.at });
  } else if (kind < 0.55) {
    const event = { type: "restrict", readers: ["u1", "u2", "u3"], at: later(3, next) };
    await ingest(id, [/** @type {IngestEvent} */ (event)]);
    acts.push({ do: "restrict", room: id, readers: event.readers, at: event.at });
  } else {
    const event = { type: "join", reader: "u6", seesHistory: true, at: later(4, next) };
    await ingest(id, [/** @type {IngestEvent} */ (event)]);
    acts.push({ do: "join", room: id, readers: [event.reader], at: event.at });
  }
}

/** @param {() => number} next @param {Said[]} mine */
async function answer(next, mine) {
  const audience = pick(next, work.deskAudiences);
  const [asked] = await say(next, desk, 1, audience);
  if (asked === undefined) return;
  mine.push(asked);
  const destination = { conversation: room(desk), audience, asOf: AS_OF };
  const id = `${name}-${++count}`;
  const turn = await store.turn({
    id,
    destination,
    requester: { id: "u1" },
    answering: asked.messageId,
    loaded: [],
  });
  await turn.search(pick(next, WORDS), { limit: 5, neighbours: 1 });
  const content = `${pick(next, WORDS)} reply ${id}`;
  try {
    const { messageId } = await turn.deliver({ content }, { audience, asOf: AS_OF });
    const { ledger } = await turn.trace();
    acts.push({ do: "reply", room: desk, messageId, text: content, audience, sources: ledger });
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== "evidence_withdrawn") throw error;
    acts.push({ do: "withdrawn" });
  }
}

/** Each kind of work is done once, however slow the machine is: see below. */
const OPENING = milliseconds === 0 ? [] : [0.1, 0.4, 0.7, 0.9, 0.6, 1];

/** @param {number} index */
async function write(index) {
  const next = numbers(seed + index);
  /** @type {Said[]} */
  const mine = [];
  for (let turn = 0; turn < OPENING.length || Date.now() < end; turn++) {
    const kind = OPENING[turn] ?? next();
    if (kind < 0.35 || mine.length < 3)
      mine.push(...(await say(next, pick(next, rooms), 1 + Math.floor(next() * 5))));
    else if (kind < 0.55) await edit(next, mine);
    else if (kind < 0.65) await remove(next, mine);
    else if (kind < 0.72) await change(next);
    else if (kind < 0.99) await answer(next, mine);
    else await store.maintain();
  }
}

/** Searches of each who searches, however slow the machine is. */
const LEAST = milliseconds === 0 ? 0 : 2;

/** @param {number} index */
async function search(index) {
  const next = numbers(seed + 1_000 + index);
  for (let turn = 0; turn < LEAST || Date.now() < end; turn++) {
    const conversation = room(pick(next, [...rooms, desk]));
    const destination = { conversation, audience: pick(next, readers), asOf: AS_OF };
    const view = await store.view({ destination });
    const { hits } = await view.search(pick(next, WORDS));
    for (const { messageId } of hits.slice(0, 2)) {
      await view.fetch(messageId);
      await view.neighbours(messageId);
    }
    if (next() < 0.2) await view.count();
    if (next() < 0.2) await view.log().readBefore(null, 50);
    searches++;
  }
}

/** @param {Promise<unknown>} task */
function watched(task) {
  return task.catch((error) => {
    errors.push(`${error?.code} ${error?.stack}`);
  });
}

const next = numbers(seed);
await watched(
  (async () => {
    for (const id of [...rooms, desk]) await say(next, id, 2, { kind: "public" });
  })(),
);
const end = Date.now() + milliseconds;
await Promise.all([
  ...Array.from({ length: writers }, (_, index) => watched(write(index))),
  ...Array.from({ length: searchers }, (_, index) => watched(search(index))),
]);
await store.close();
process.stdout.write(JSON.stringify({ acts, errors, searches }));
