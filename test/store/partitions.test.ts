import { describe, expect, inject, onTestFinished, test } from "vitest";
import { createRe2jsEngine } from "../../dist/regex/re2js.js";
import type { Database } from "../../dist/store/database.js";
import type { MessageEvent } from "../../dist/store/ingest-port.js";
import { openStore } from "../../dist/store/index.js";
import type { View } from "../../dist/store/port.js";
import { openPg } from "../../dist/store/postgres/pg.js";
import { PARTITIONED } from "../../dist/store/schema/001-tables.js";
import type { Store } from "../../dist/store/store-port.js";
import { asAdmin, createDatabase } from "./harness.js";
import type { TestServer } from "./server-setup.js";
import { explainEverything, openExplained, type Executed } from "./support/explained.js";
import {
  channel,
  destination,
  direct,
  dm,
  IRC,
  members,
  now,
  PUBLIC,
  SLACK,
} from "./turn-support.js";

const HOME = channel("home");
const READERS = members(["u1", "u2"]);
const TO_HOME = destination(HOME, READERS);
const ROWS = 300;

/** Runs pieces of work by name, and says which partitions the statements of each looked into. */
class Watch {
  readonly #heard: Executed[] = [];
  readonly looks = new Map<string, ReadonlySet<string>>();
  readonly wide: { readonly work: string; readonly partitions: readonly string[]; text: string }[] =
    [];

  readonly listen = (executed: Executed): void => void this.#heard.push(executed);

  async run<T>(work: string, body: () => Promise<T>): Promise<T> {
    this.#heard.length = 0;
    const value = await body();
    this.looks.set(work, new Set(this.#heard.flatMap(({ partitions }) => partitions)));
    for (const { text, partitions } of this.#heard)
      if (new Set(partitions.map((name) => name.replace(/.*_/, ""))).size > 1)
        this.wide.push({ work, partitions, text });
    return value;
  }
}

function said(n: number, content: string, more: Partial<MessageEvent> = {}): MessageEvent {
  return {
    type: "message",
    sourceId: `m${n}`,
    content,
    author: { type: "person", id: `u${1 + (n % 2)}`, label: `User ${1 + (n % 2)}` },
    sentAt: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
    audience: n % 3 === 0 ? PUBLIC : READERS,
    ...more,
  };
}

const MANY: readonly MessageEvent[] = Array.from({ length: ROWS }, (_, n) =>
  said(n, `the walrus row ${n} holds sess.opts${n % 7} and c++ (${n})`, {
    ...(n % 10 === 9 && { replyTarget: `m${n - 1}`, parent: `m${n - 9}`, thread: `m${n - 9}` }),
    ...(n % 20 === 19 && { quoted: { text: `row ${n - 3}`, sourceId: `m${n - 3}` } }),
    ...(n % 25 === 24 && { audience: null }),
  }),
);

/** Everything that writes but what deletes; gives the message ids of the first rows. */
async function write(store: Store, watch: Watch): Promise<readonly string[]> {
  const ingest = (
    work: string,
    events: Parameters<Store["ingest"]>[0]["events"],
    conversation = HOME,
  ): ReturnType<Store["ingest"]> => watch.run(work, () => store.ingest({ conversation, events }));
  await watch.run("declare", async () => {
    for (const namespace of [SLACK, IRC])
      await store.declare({
        ...namespace,
        ids: "global",
        agentIds: ["bot"],
        trusted: true,
        joinersSeeHistory: true,
      });
  });
  const at = "2026-02-01T00:00:00Z";
  const edit = { type: "edit", by: "u1", content: "a changed walrus", audience: PUBLIC } as const;
  const { outcomes } = await ingest("ingest", MANY);
  await ingest("ingest repeated", MANY);
  await ingest("ingest what waits", [
    { ...edit, sourceId: "late2", at },
    { type: "delete", sourceId: "late3", at },
    said(0, "late", { sourceId: "late1", sentAt: at }),
  ]);
  await ingest("ingest originals", [
    said(2, "first words", { sourceId: "late2", author: { type: "person", id: "u1", label: "K" } }),
    said(3, "gone", { sourceId: "late3" }),
  ]);
  await ingest("ingest edit", [{ ...edit, sourceId: "m2", at }]);
  await ingest("ingest delete", [{ type: "delete", sourceId: "m3", at }]);
  await ingest("ingest leave", [{ type: "leave", reader: "u9", at }]);
  await ingest("ingest join", [{ type: "join", reader: "u8", seesHistory: true, at }]);
  await ingest("ingest restrict", [{ type: "restrict", readers: ["u1", "u2", "u8"], at }]);
  await ingest("ingest elsewhere", [said(1, "to be merged", { sentAt: at })], channel("merged"));
  await ingest("ingest elsewhere", [said(1, "to be reset")], channel("reset"));
  await ingest("ingest elsewhere", [said(1, "to be deleted")], channel("deleted"));
  await watch.run("alias", () => store.alias(channel("other name"), HOME));
  await watch.run("merge", () => store.merge(channel("merged"), HOME));
  await link(store, watch);
  return outcomes.flatMap((outcome) => (outcome.status === "stored" ? [outcome.messageId] : []));
}

async function link(store: Store, watch: Watch): Promise<void> {
  const accounts = [
    { namespace: SLACK, id: "u1" },
    { namespace: IRC, id: "v1" },
  ] as const;
  const { codes } = await watch.run("start link", () => store.startLink(accounts));
  for (const [index, { namespace, id }] of accounts.entries())
    await watch.run("prove link", () =>
      store.ingest({
        conversation: dm(`own-${id}`, namespace),
        events: [
          said(1, codes[index] ?? "", {
            author: { type: "person", id, label: id },
            audience: direct(id, namespace),
          }),
        ],
      }),
    );
}

const QUERIES = {
  words: "walrus row 17",
  literal: "sess.opts3",
  short: "c++",
  expression: "/wal.us row 1[0-9]/",
  nothing: "unheard",
} as const;

const FILTERS = {
  conversation: { conversation: HOME },
  connector: { connector: SLACK },
  actor: { actor: { id: "u1" } },
  requester: { actor: "requester" },
  you: { actor: "you" },
  time: { after: "2026-01-01T00:00:30Z", before: "2026-01-01T00:02:00Z" },
} as const;

async function read(view: View, watch: Watch, who: string, messageId: string): Promise<void> {
  const run = (work: string, body: () => Promise<unknown>): Promise<unknown> =>
    watch.run(`${who} ${work}`, body);
  for (const [name, query] of Object.entries(QUERIES))
    await run(`search ${name}`, () => view.search(query, { limit: 5 }));
  for (const [kind, filters] of Object.entries(FILTERS)) {
    const query = `${QUERIES.words} ${QUERIES.literal}`;
    await run(`search by ${kind}`, () => view.search(query, { limit: 5, filters }));
    await run(`count by ${kind}`, () => view.count(filters));
  }
  await run("count", () => view.count());
  await run("fetch", () => view.fetch(messageId));
  await run("neighbours", () => view.neighbours(messageId, 2));
  for (const log of [view.log(), view.log({ conversation: HOME })])
    await run("log", async () => {
      const first = await log.readBefore(null, 20);
      await log.readBefore(first.nextBefore, 20);
      await log.readBefore(first.nextBefore, 20);
    });
  await run("memories", () => view.memories());
  await run("pins", () => view.pins());
  await run("threads", () => view.threads());
  await run("context", () =>
    view.context({ viewerId: "u1", brevity: { messageChars: 500, window: 20 } }),
  );
}

/** What operators say of actors, and what is asked while some are merged. */
async function attribute(store: Store, view: View, watch: Watch): Promise<void> {
  const [actor, into] = ["actor:slack:u1", "actor:slack:u2"] as const;
  const operator = "ops";
  const speaker = { who: { actorId: actor }, only: true, scope: "channel" } as const;
  const run = (work: string, body: () => Promise<unknown>): Promise<unknown> =>
    watch.run(`merged ${work}`, body);
  await watch.run("roster", () => view.roster());
  await watch.run("actors", () => store.actors({ limit: 5 }));
  await watch.run("actors like", () => store.actors({ connector: SLACK, like: "user" }));
  await watch.run("merge actors", () => store.mergeActors({ from: actor, into, operator }));
  await run("roster", () => view.roster());
  await run("speaker", () => view.search("walrus", { speaker, voices: true }));
  await run("requester", () =>
    view.search("walrus", { speaker: { ...speaker, who: "requester" } }),
  );
  for (const filters of [FILTERS.actor, FILTERS.requester]) {
    await run("search", () => view.search("walrus", { filters }));
    await run("count", () => view.count(filters));
  }
  await watch.run("split actor", () => store.splitActor({ actor, operator }));
  await watch.run("merge actors", () => store.mergeActors({ from: into, into: actor, operator }));
}

async function take(store: Store, watch: Watch, ids: readonly string[]): Promise<void> {
  const [answering = "", source = "", deleted = ""] = ids.slice(20);
  const turn = await watch.run("turn", () =>
    store.turn({
      id: "t1",
      destination: TO_HOME,
      requester: { id: "u1" },
      answering,
      loaded: ids.slice(30, 34),
    }),
  );
  await read(turn, watch, "turn", source);
  await watch.run("turn remember", () => turn.remember("walruses, in short"));
  await watch.run("turn deliver", () => turn.deliver({ content: "on walruses" }, now(READERS)));
  await watch.run("turn deliver again", () => turn.deliver({ content: "on" }, now(READERS)));
  await watch.run("turn trace", () => turn.trace());
  const view = await store.view({ destination: TO_HOME });
  await watch.run("fetch a reply", () => view.search("walruses"));
  await watch.run("unlink", () => store.unlink({ namespace: SLACK, id: "u1" }));
  await watch.run("delete a source", () => store.delete({ messageId: source }));
  await watch.run("delete a message", () => store.delete({ messageId: deleted }));
}

async function keep(store: Store, watch: Watch): Promise<void> {
  await watch.run("maintain", () => store.maintain());
  await watch.run("stats", () => store.stats());
  await watch.run("audit", () => store.audit({ turnId: "t1" }));
  await watch.run("audienceOf", () => store.audienceOf(HOME));
}

async function remove(store: Store, watch: Watch): Promise<void> {
  await watch.run("reset", () => store.reset(channel("reset")));
  await watch.run("delete a conversation", () =>
    store.delete({ conversation: channel("deleted") }),
  );
  await watch.run("delete an actor", () => store.delete({ actor: { namespace: SLACK, id: "u2" } }));
}

/** Work that has nothing to look for in a table that is partitioned. */
const ELSEWHERE = /^(?:declare|start link|unlink|audienceOf|.* memories)$/;

async function everything(database: Database, watch: Watch): Promise<void> {
  for (const tenant of ["a", "b", "c"]) {
    const other = await openStore({ database, perspective: { tenant, agent: "other" } });
    await other.declare({ ...SLACK, ids: "global" });
    await other.ingest({ conversation: HOME, events: MANY.slice(0, 20) });
  }
  const perspective = { tenant: "t", agent: "keeper" };
  const regex = createRe2jsEngine();
  const store = await openStore({ database, perspective, regex, masterKey: "key" });
  const ids = await write(store, watch);
  const view = await store.view({ destination: TO_HOME, requester: { id: "u1" } });
  await read(view, watch, "view", ids[10] ?? "");
  await keep(store, watch);
  // Statistics have come meanwhile: other plans, perhaps.
  await read(view, watch, "view again", ids[10] ?? "");
  await attribute(store, view, watch);
  await take(store, watch, ids);
  await remove(store, watch);
  await keep(store, watch);
}

/** Row security names the perspective too: without it, only what a statement itself says is left. */
async function lowerFence(url: string): Promise<void> {
  const database = openPg({ url });
  await database.transaction({ begin: "begin" }, (session) =>
    session.script(`do $$ declare t regclass; begin
      for t in select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'backread' and c.relkind in ('r', 'p') loop
        execute format('alter table %s disable row level security', t);
      end loop; end $$`),
  );
  await database.close();
}

async function planted(url: string, watch: Watch): Promise<void> {
  const database = openExplained(url, "force_custom_plan", watch.listen);
  await watch.run("planted", () =>
    database.transaction({ begin: "begin" }, (session) =>
      session.query("select count(*) from backread.messages where content like '%walrus%'"),
    ),
  );
  await database.close();
}

interface Made {
  readonly name: string;
  readonly url: string;
}

async function make(server: TestServer): Promise<Made> {
  const name = await createDatabase(server, { template: "backread_template" });
  onTestFinished(() => asAdmin(server, `drop database if exists ${name} with (force)`));
  await explainEverything(server, name);
  return { name, url: `${server.ownerUrl}${name}` };
}

const { servers, missing } = inject("store");

for (const server of servers)
  describe(`on ${server.name}`, () => {
    describe.each(["force_custom_plan", "force_generic_plan"] as const)("with %s", (mode) => {
      test.each(["as shipped", "without row security"] as const)(
        "every statement looks into one partition, %s",
        async (fence) => {
          const { name, url } = await make(server);
          if (fence === "without row security") await lowerFence(url);
          const watch = new Watch();
          const database = openExplained(url, mode, watch.listen);
          onTestFinished(() => database.close());
          await everything(database, watch);
          expect(watch.wide).toEqual([]);
          const idle = [...watch.looks].flatMap(([work, names]) =>
            names.size === 0 ? [work] : [],
          );
          expect(idle.filter((work) => !ELSEWHERE.test(work))).toEqual([]);
          const tables = [...watch.looks.values()].flatMap((names) =>
            [...names].map((partition) => partition.replace(/_\d+$/, "")),
          );
          expect(new Set(tables)).toEqual(new Set(PARTITIONED));

          // A superuser is held by no policy.
          await planted(`${server.adminUrl}${name}`, watch);
          expect(watch.wide).toMatchObject([{ work: "planted", partitions: { length: 8 } }]);
        },
      );
    });
  });

for (const { name, reason } of missing) test.skip(`on ${name} (${reason})`, () => {});
