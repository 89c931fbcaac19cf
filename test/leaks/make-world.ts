import type { ConversationKind, ConversationRef } from "../../dist/store/port.js";
import type { ConnectorDeclaration } from "../../dist/store/ingest-port.js";
import type { Audience, Namespace } from "../../dist/speakers/audience.js";
import { Oracle } from "./oracle.js";
import { seeded, type Random } from "./random.js";
import { actorOf, isSpoken } from "./spoken.js";
import { AGENT_ID, roomKey, type Reader, type Step, type World } from "./world.js";

/** Two of one type, one name a prefix of the other, and two of one name. Ids exist in all. */
const ACME: Namespace = { type: "slack", name: "acme" };
const ACME_CORP: Namespace = { type: "slack", name: "acme-corp" };
const ACME_GUILD: Namespace = { type: "discord", name: "acme" };
const NAMESPACES: readonly Namespace[] = [ACME, ACME_CORP, ACME_GUILD];
const PEOPLE = ["u1", "u2", "u3", "u4"] as const;
const GUEST = "g1";

export function declarations(): readonly ConnectorDeclaration[] {
  return NAMESPACES.map((namespace) => ({
    ...namespace,
    ids: "global",
    agentIds: [AGENT_ID],
    trusted: true,
    joinersSeeHistory: namespace.type === "discord",
  }));
}

/** A conversation, its channel if it has such, and who is there to begin with. */
interface Spot {
  readonly room: ConversationRef;
  readonly channel?: string;
  readonly audience: Audience;
}

/** Operators throw dice of their own, so that what is said does not depend on them. */
const OPERATOR = 1_000_000;

export interface WorldSize {
  readonly steps: number;
  readonly readers: number;
}

export function makeWorld(seed: number, size: WorldSize): World {
  const random = seeded(seed);
  const operator = seeded(seed + OPERATOR);
  const spots = NAMESPACES.flatMap((namespace) => spotsOf(namespace, random));
  const oracle = new Oracle();
  const steps: Step[] = [];
  const script: Script = { random, spots, oracle, steps, merged: new Set() };
  while (steps.length < size.steps) {
    const step = nextStep(script);
    if (step === null) continue;
    for (const next of [step, regrouping(operator, oracle, step)]) {
      if (next === null) continue;
      steps.push(next);
      oracle.apply(next);
    }
  }
  const readers = readersOf(random, spots).slice(0, size.readers);
  return { name: `seed ${seed}`, connectors: declarations(), steps, readers };
}

interface Script {
  readonly random: Random;
  /** Grows by what is made an alias. */
  readonly spots: Spot[];
  readonly oracle: Oracle;
  readonly steps: readonly Step[];
  /** Conversations that were merged away, or into which another was. */
  readonly merged: Set<string>;
}

function spotsOf(namespace: Namespace, random: Random): readonly Spot[] {
  const room = (kind: ConversationKind, id: string): ConversationRef => ({
    connector: namespace,
    kind,
    id,
  });
  const members = (...readers: string[]): Audience => ({ kind: "members", namespace, readers });
  const workspace: Audience = { kind: "workspace", namespace };
  const shared: Audience = { kind: "workspace", namespace, external: true };
  const guild = room("guild", "guild");
  return [
    ...PEOPLE.slice(0, 3).map((id) => ({
      room: room("dm", `dm-${id}`),
      audience: direct(namespace, id),
    })),
    { room: room("group_dm", "pair"), audience: members("u1", "u2") },
    { room: room("group_dm", "trio"), audience: members(...random.some(PEOPLE, 4), "u1") },
    { room: room("group", "group"), audience: members("u1", "u3", AGENT_ID) },
    { room: room("channel", "general"), audience: workspace },
    { room: room("channel", "shared"), audience: shared },
    { room: room("channel", "plaza"), audience: { kind: "public" } },
    { room: room("channel", "private"), audience: members("u2", "u3", "u4") },
    {
      room: room("channel", "guests"),
      audience: { kind: "members", namespace, readers: ["u1", GUEST], external: true },
    },
    { room: guild, channel: "open", audience: workspace },
    { room: guild, channel: "closed", audience: members("u1", "u4") },
  ];
}

export function direct(namespace: Namespace, id: string): Audience {
  return { kind: "members", namespace, readers: [id], direct: true };
}

function nextStep(script: Script): Step | null {
  const draw = script.random.int(100);
  if (draw < 56) return say(script);
  if (draw < 57) return reset(script);
  if (draw < 58) return alias(script);
  if (draw < 74) return reply(script);
  if (draw < 76) return remember(script);
  if (draw < 82) return edit(script);
  if (draw < 87) return remove(script);
  if (draw < 96) return membership(script);
  if (draw < 98) return link(script);
  return merge(script);
}

function at(spot: Spot): { readonly room: ConversationRef; readonly channel?: string } {
  return spot.channel === undefined
    ? { room: spot.room }
    : { room: spot.room, channel: spot.channel };
}

function say({ random, spots, oracle, steps }: Script): Step {
  const spot = random.pick(spots);
  const namespace = spot.room.connector;
  const unusual = random.int(100);
  const narrow: Audience = { kind: "members", namespace, readers: random.some(PEOPLE, 2) };
  const audience = unusual < 6 ? null : unusual < 14 ? narrow : spot.audience;
  const here = rowsAt(oracle, spot);
  const anywhere = [...oracle.rows.values()].filter((row) => !row.memory).map((row) => row.name);
  return {
    ...at(spot),
    do: "say",
    row: `m${steps.length}`,
    by: random.pick([...PEOPLE, GUEST]),
    audience,
    ...(random.chance(8) ? { conversationOnly: true } : {}),
    ...(here.length > 0 && random.chance(20) ? { parent: random.pick(here) } : {}),
    ...(anywhere.length > 0 && random.chance(15)
      ? { quotes: random.chance(80) ? random.pick(here.length > 0 ? here : anywhere) : "elsewhere" }
      : {}),
  };
}

function rowsAt(oracle: Oracle, spot: Spot): readonly string[] {
  const conversation = oracle.conversation(spot.room);
  return [...oracle.rows.values()]
    .filter((row) => !row.memory && oracle.conversation(row.room) === conversation)
    .map((row) => row.name);
}

function remember(script: Script): Step | null {
  const step = reply(script);
  if (step?.do !== "reply") return null;
  return { ...step, do: "remember", row: `k${script.steps.length}` };
}

/** A reply is built from what its own destination may read, as every honest one is. */
function reply({ random, spots, oracle, steps }: Script): Step | null {
  const spot = random.pick(spots);
  const readers = spot.audience.kind === "members" ? spot.audience.readers : PEOPLE;
  const requester = random.pick(readers.filter((id) => id !== AGENT_ID));
  const sources = oracle
    .visibleRows({ ...at(spot), name: "", audience: spot.audience, requester })
    .filter((name) => !oracle.row(name).memory);
  if (sources.length === 0) return null;
  const built = random.some(sources, 1 + random.int(5));
  return {
    ...at(spot),
    do: "reply",
    row: `r${steps.length}`,
    audience: spot.audience,
    sources: built,
    requester,
  };
}

function edit({ random, oracle }: Script): Step | null {
  const rows = [...oracle.rows.values()].filter(
    (row) => row.state === "live" && row.sources === null,
  );
  if (rows.length === 0) return null;
  const row = random.pick(rows);
  const [own] = row.evidence ?? [];
  const namespace = row.room.connector;
  const narrow: Audience = { kind: "members", namespace, readers: random.some(PEOPLE, 3) };
  const audience = random.chance(5) ? null : random.chance(50) ? narrow : (own?.audience ?? narrow);
  return { do: "edit", row: row.name, audience };
}

function remove({ random, oracle }: Script): Step | null {
  const rows = [...oracle.rows.values()].filter((row) => row.state !== "deleted" && !row.memory);
  return rows.length === 0 ? null : { do: "delete", row: random.pick(rows).name };
}

function membership({ random, spots }: Script): Step {
  const spot = random.pick(spots);
  const everywhere = spot.channel !== undefined && random.chance(30);
  const place = everywhere ? { room: spot.room } : at(spot);
  const draw = random.int(100);
  if (draw < 50) return { ...place, do: "leave", reader: random.pick(PEOPLE) };
  if (draw < 75) return { ...place, do: "restrict", readers: random.some(PEOPLE, 3) };
  const seesHistory = spot.room.connector.type === "discord" && random.chance(70);
  return { ...place, do: "join", reader: random.pick(PEOPLE), seesHistory };
}

function link({ random, oracle }: Script): Step {
  const id = random.pick(PEOPLE.slice(0, 3));
  const [left, right] = random.pick([
    [ACME, ACME_GUILD],
    [ACME, ACME_CORP],
    [ACME_CORP, ACME_GUILD],
  ] as const);
  if (oracle.proofs.length > 0 && random.chance(25))
    return { do: "unlink", account: { namespace: left, id } };
  const other = random.chance(70) ? id : random.pick(PEOPLE.slice(0, 3));
  const accounts = [
    { namespace: left, id },
    { namespace: right, id: other },
  ] as const;
  return { do: "link", accounts, ...(random.chance(25) ? { expired: true } : {}) };
}

/** Within one connector, and each conversation at most once. */
function merge(script: Script): Step | null {
  const { random, spots, merged } = script;
  const from = random.pick(spots);
  const into = random.pick(spots);
  const keys = [from, into].map(({ room }) => roomKey(script.oracle.origin(room)));
  if (keys[0] === keys[1] || keys.some((key) => merged.has(key))) return null;
  if (from.room.connector !== into.room.connector) return null;
  if ([from, into].some((spot) => rowsAt(script.oracle, spot).length === 0)) return null;
  for (const key of keys) merged.add(key);
  return { do: "merge", from: from.room, into: into.room };
}

/** Now and then somebody counts as somebody else, or as himself again. */
function regrouping(random: Random, oracle: Oracle, after: Step): Step | null {
  if (after.do !== "say" || !random.chance(20)) return null;
  const merged = [...oracle.heads.keys()];
  if (merged.length > 0 && random.chance(30))
    return { do: "splitActor", actor: random.pick(merged) };
  const live = [...oracle.rows.values()].filter((row) => isSpoken(row) && row.state === "live");
  const actors = [...new Set(live.map((row) => actorOf(row)))];
  const alone = actors.filter((actor) => oracle.mergedWith(actor).length === 0);
  if (alone.length === 0) return null;
  const from = random.pick(alone);
  const into = random.pick(actors);
  return from === into ? null : { do: "mergeActors", from, into };
}

function reset({ random, spots, oracle }: Script): Step | null {
  const spot = random.pick(spots);
  return rowsAt(oracle, spot).length === 0 ? null : { do: "reset", room: spot.room };
}

/** A door of its own to a place, through which rows arrive from then on. */
function alias({ random, spots, steps }: Script): Step {
  const to = random.pick(spots);
  const { connector } = to.room;
  const from: ConversationRef = { connector, kind: "channel", id: `door-${steps.length}` };
  spots.push({ ...to, room: from });
  return { do: "alias", from, to: to.room };
}

/** Each spot as it was to begin with, and each namespace as seen by a wider and a stranger room. */
function readersOf(random: Random, spots: readonly Spot[]): readonly Reader[] {
  const own = spots.map((spot) => reader(spot, `${spot.room.id}${spot.channel ?? ""}`));
  const others = spots.map((spot) => {
    const namespace = spot.room.connector;
    const readers = random.some(PEOPLE, 2);
    const alone = direct(namespace, random.pick(PEOPLE));
    const audience = random.pick<Audience>([
      { kind: "members", namespace, readers },
      { kind: "members", namespace, readers, external: true },
      { kind: "members", namespace, readers: [...readers, GUEST], external: true },
      { kind: "workspace", namespace },
      { kind: "workspace", namespace, external: true },
      { kind: "public" },
      alone,
      alone,
    ]);
    return reader({ ...spot, audience }, `${spot.room.id} otherwise`);
  });
  return shuffled(random, [...own, ...others]);
}

function reader(spot: Spot, name: string): Reader {
  const { room, audience } = spot;
  const readers = audience.kind === "members" ? audience.readers : PEOPLE;
  const who = audience.kind === "members" ? readers.join("+") : audience.kind;
  const external = audience.kind !== "public" && audience.external === true ? " external" : "";
  return {
    ...at(spot),
    name: `${room.connector.type}/${room.connector.name} ${name} (${who}${external})`,
    audience,
    requester: readers.find((id) => id !== AGENT_ID) ?? "u1",
  };
}

function shuffled<T>(random: Random, items: readonly T[]): readonly T[] {
  const left = [...items];
  const taken: T[] = [];
  while (left.length > 0) taken.push(...left.splice(random.int(left.length), 1));
  return taken;
}
