import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collect } from "../../dist/import/index.js";
import { readIrc } from "../../dist/import/irc.js";
import type { Message } from "../../dist/model/message.js";
import { actorId } from "../../dist/speakers/actor-id.js";
import { declareConnector } from "../../dist/store/connectors.js";
import type { MessageEvent } from "../../dist/store/ingest-port.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import { shared } from "../import/helpers.js";
import { forEachDatabase } from "./harness.js";
import { openScope, take } from "./ingest-support.js";

/** Links that people marked by hand: line `answer` answers line `target`. */
interface Link {
  readonly target: number;
  readonly answer: number;
}
interface Log {
  readonly name: string;
  readonly lines: readonly Message[];
  readonly links: readonly Link[];
}

const IRC = { type: "irc", name: "ubuntu" };
const FOLDER = shared("irc-ubuntu");
const BATCH = 400;

async function logs(): Promise<readonly Log[]> {
  const names = readdirSync(FOLDER.url).filter((name) => name.endsWith(".raw.txt"));
  const read = names.sort().map(async (name): Promise<Log> => {
    const source = new Blob([readFileSync(new URL(`${FOLDER.url.href}/${name}`))]);
    const { messages, report } = await collect(readIrc(source, { file: name }));
    // A line that is no row would shift every number after it.
    expect(report.skipped).toBe(0);
    const gold = new URL(`${FOLDER.url.href}/${name.replace(".raw.", ".annotation.")}`);
    const pairs = readFileSync(gold, "utf8").trim().split("\n");
    const links = pairs.flatMap((pair) => {
      const [target = 0, answer = 0] = pair.split(" ").map(Number);
      return target === answer ? [] : [{ target, answer }];
    });
    return { name, lines: messages, links };
  });
  return Promise.all(read);
}

/** A line may answer several, and a message names one: the k-th of each, together. */
function layersOf(links: readonly Link[]): readonly ReadonlyMap<number, number>[] {
  const layers: Map<number, number>[] = [];
  for (const { target, answer } of links) {
    const free = layers.find((layer) => !layer.has(answer));
    if (free === undefined) layers.push(new Map([[answer, target]]));
    else free.set(answer, target);
  }
  return layers;
}

function room(id: string): ConversationRef {
  return { connector: IRC, kind: "channel", id };
}

async function open(database: Parameters<typeof openScope>[0]): Promise<Scope> {
  const scope = await openScope(database);
  await declareConnector(scope, { ...IRC, ids: "session" });
  return scope;
}

/** In an order of its own, so that half of the answers arrive before what they answer. */
function shuffled(items: readonly MessageEvent[]): readonly MessageEvent[] {
  return items.flatMap((_, index) => items[(index * 7_919) % items.length] ?? []);
}

async function store(
  scope: Scope,
  { lines }: Log,
  into: {
    readonly room: string;
    readonly targets: ReadonlyMap<number, number>;
    /** Absent: all lines. */
    readonly only?: ReadonlySet<number>;
  },
): Promise<void> {
  const events = lines.flatMap(({ author, content }, line): MessageEvent[] => {
    if (into.only?.has(line) === false) return [];
    const target = into.targets.get(line);
    return [
      {
        type: "message",
        sourceId: `line ${line}`,
        author,
        content,
        // Nobody searches here, and rows without evidence are not indexed.
        audience: null,
        ...(target === undefined ? {} : { replyTarget: `line ${target}` }),
      },
    ];
  });
  const order = shuffled(events);
  for (let start = 0; start < order.length; start += BATCH) {
    const outcomes = await take(scope, order.slice(start, start + BATCH), room(into.room));
    expect(outcomes.filter(({ status }) => status === "refused")).toEqual([]);
  }
}

interface Subject {
  readonly line: number;
  readonly actor: string;
  readonly label: string;
}

/** Of every row of a room that names somebody, and of every row that answers. */
async function subjects(scope: Scope, id: string): Promise<readonly Subject[]> {
  const rows = await writing(scope, (session) =>
    session.query(
      `select m.source_id, m.reply_subject_actor_id as actor, m.reply_subject_label as label
     from backread.messages m join backread.routes r
       on r.perspective_id = m.perspective_id and r.id = m.route_id
     where m.perspective_id = $1 and r.key = $2 and (m.reply_target_source_id <> ''
       or m.reply_subject_actor_id <> '' or m.reply_subject_label <> '')`,
      [session.perspectiveId, id],
    ),
  );
  return rows.map(({ source_id: sourceId, actor, label }) => ({
    line: Number(String(sourceId).slice("line ".length)),
    actor: String(actor),
    label: String(label),
  }));
}

/** Empty for a line that no person said. */
function spokenBy(message: Message | undefined): string {
  return message?.author.type === "person" ? actorId(IRC, `ubuntu:${message.author.id}`) : "";
}

/** Every answer of a layer, as it should be stored. */
function expected(
  { lines }: Log,
  targets: ReadonlyMap<number, number>,
): ReadonlyMap<number, string> {
  return new Map([...targets].map(([answer, target]) => [answer, spokenBy(lines[target])]));
}

function found(rows: readonly Subject[]): ReadonlyMap<number, string> {
  return new Map(rows.map(({ line, actor }) => [line, actor]));
}

function sorted(map: ReadonlyMap<number, string>): readonly (readonly [number, string])[] {
  return [...map].sort(([left], [right]) => left - right);
}

forEachDatabase("reply links of real talk", (openDatabase) => {
  test.skipIf(FOLDER.missing)("every gold link resolves to who said its target line", async () => {
    const scope = await open(await openDatabase());
    const counted = { links: 0, named: 0, system: 0 };
    for (const log of await logs()) {
      const layers = layersOf(log.links);
      for (const [depth, targets] of layers.entries()) {
        const id = `${log.name} ${depth}`;
        const linked = new Set([...targets.keys(), ...targets.values()]);
        const only = depth === 0 ? {} : { only: linked };
        await store(scope, log, { room: id, targets, ...only });
        const rows = await subjects(scope, id);
        expect(sorted(found(rows))).toEqual(sorted(expected(log, targets)));
        counted.links += targets.size;
        counted.named += rows.filter(({ actor }) => actor !== "").length;
        counted.system += [...targets.values()].filter(
          (target) => log.lines[target]?.author.type === "system",
        ).length;
      }
    }
    expect(counted.links).toBeGreaterThan(2_000);
    expect(counted.named).toBe(counted.links - counted.system);
  });

  test.skipIf(FOLDER.missing)(
    "without links nobody is named, whatever a text begins with",
    async () => {
      const scope = await open(await openDatabase());
      let addressed = 0;
      for (const log of await logs()) {
        const nicks = new Set(log.lines.map(({ author }) => ("id" in author ? author.id : "")));
        addressed += log.lines.filter(({ content }) =>
          nicks.has(/^([^\s:,]+)[:,]/.exec(content)?.[1] ?? "\0"),
        ).length;
        await store(scope, log, { room: log.name, targets: new Map() });
        expect(await subjects(scope, log.name)).toEqual([]);
      }
      // The texts do address people: that no row is named is the store's doing.
      expect(addressed).toBeGreaterThan(1_000);
    },
  );

  test.skipIf(FOLDER.missing)(
    "links to lines of another room, or to none, name nobody",
    async () => {
      const scope = await open(await openDatabase());
      const [log, other] = await logs();
      if (log === undefined || other === undefined) throw new Error("there are no logs");
      const targets = layersOf(log.links)[0] ?? new Map<number, number>();
      const astray = new Map([...targets].map(([answer]) => [answer, log.lines.length + answer]));
      // The other room holds every line number that the links name.
      const far = { ...other, lines: [...other.lines, ...other.lines] };
      await store(scope, far, { room: "far", targets: new Map() });
      await store(scope, log, { room: "near", targets: astray });
      const rows = await subjects(scope, "near");
      expect(rows.length).toBe(astray.size);
      expect(rows.filter(({ actor, label }) => actor !== "" || label !== "")).toEqual([]);
    },
  );

  test.skipIf(FOLDER.missing)("a deleted target names nobody any more", async () => {
    const scope = await open(await openDatabase());
    const [log] = await logs();
    if (log === undefined) throw new Error("there are no logs");
    const targets = layersOf(log.links)[0] ?? new Map<number, number>();
    await store(scope, log, { room: "near", targets });
    const gone = [...new Set(targets.values())].filter((line) => line % 2 === 0);
    const at = "2026-01-01T00:00:00Z";
    await take(
      scope,
      gone.map((line) => ({ type: "delete", sourceId: `line ${line}`, at })),
      room("near"),
    );
    const wanted = [...expected(log, targets)].map(([answer, actor]): [number, string] => [
      answer,
      gone.includes(targets.get(answer) ?? -1) ? "" : actor,
    ]);
    const kept = wanted.filter(([answer]) => !gone.includes(answer));
    const rows = (await subjects(scope, "near")).filter(({ line }) => !gone.includes(line));
    expect(sorted(found(rows))).toEqual(sorted(new Map(kept)));
    expect(rows.some(({ actor }) => actor !== "")).toBe(true);
  });
});
