import { createRe2jsEngine } from "../../dist/regex/index.js";
import type { Database } from "../../dist/store/database.js";
import type { Embedder } from "../../dist/store/embedder/embedder.js";
import type { IngestEvent } from "../../dist/store/ingest-port.js";
import type { ModelPort } from "../../dist/store/model-port/model-port.js";
import { openStore } from "../../dist/store/open-store.js";
import { openPerspective } from "../../dist/store/perspective.js";
import type { ConversationRef, Destination, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import type { Audience } from "../../dist/speakers/audience.js";
import type { Store } from "../../dist/store/store-port.js";
import type { Turn } from "../../dist/store/turn-port.js";
import { gates, MERGE, ROSTER } from "../store/assembly-support.js";
import { MODELS, refresh, verbatim } from "../store/cards-support.js";
import { embedAll, embedBuilt } from "../store/semantic-support.js";
import { alone } from "./case-parts.js";
import { declarations } from "./make-world.js";
import { Oracle } from "./oracle.js";
import { present } from "./random.js";
import {
  channelToken,
  labelToken,
  quotationToken,
  roomKey,
  textToken,
  type Reader,
  type RememberStep,
  type ReplyStep,
  type SayStep,
  type Step,
} from "./world.js";

/** In every text, so that one query finds whatever may be found. */
export const COMMON = "harbour";
export const COMMON_CJK = "港湾計画";

const T0 = Date.UTC(2026, 0, 1);
/** Later than anything that happens. */
const LATER = "2026-11-01T00:00:00Z";

/** Finds one fact in whatever it is given, and knows no better words for it. */
const ECHO: ModelPort = {
  model: "echo",
  complete: async ({ input }) =>
    JSON.stringify({ facts: [{ text: input.replaceAll(/\s+/g, " ").slice(0, 500) }] }),
};

/** What a request is told besides what it asks for; nothing is left out for want of room. */
const ALL_GATES = gates(
  {
    ...MERGE,
    ...ROSTER,
    actor_card_enabled: true,
    actor_card_admission_model: "admission",
    actor_card_max_tokens: 1_000_000,
    speaker_roster_max_tokens: 1_000_000,
  },
  { speaker_audience_scope: "conversation" },
);

interface Semantic {
  readonly store: Store;
  readonly scope: Scope;
  readonly embedder: Embedder;
}

/** A script that went through the store, with what became of it in the oracle's books. */
export class Live {
  readonly store: Store;
  /** Over the same rows with every gate on: views and turns are its. */
  readonly asking: Store;
  readonly oracle: Oracle = new Oracle();
  /** Message ids, by names in the script. */
  readonly messageIds: Map<string, string> = new Map();
  readonly rooms: Map<string, ConversationRef> = new Map();
  readonly #database: Database;
  #now = 0;
  #semantic: Promise<Semantic> | null = null;

  private constructor(database: Database, store: Store, asking: Store) {
    this.#database = database;
    this.store = store;
    this.asking = asking;
  }

  static async open(database: Database): Promise<Live> {
    const perspective = { tenant: "live", agent: crypto.randomUUID() };
    const regex = createRe2jsEngine();
    const store = await openStore({ database, perspective, regex, models: { facts: ECHO } });
    for (const connector of declarations()) await store.declare(connector);
    const gated = { models: MODELS, speakers: ALL_GATES };
    const asking = await openStore({ database, perspective, regex, ...gated });
    return new Live(database, store, asking);
  }

  async play(steps: readonly Step[]): Promise<this> {
    for (const step of steps) await this.#apply(step);
    await this.store.maintain();
    const semantic = await this.#semantic;
    if (semantic !== null) await embedBuilt(semantic.scope, semantic.embedder);
    return this;
  }

  /** Builds every card that is due; `play` builds none, so that cards are as they were left. */
  async buildCards(): Promise<void> {
    const { perspective } = this.store;
    const scope = await openPerspective(this.#database, perspective, { auditKey: null });
    for (;;) {
      const { left, outcomes } = await refresh(scope, verbatim(/tx\w+?v\d+z/u));
      const { written: _, clean_empty: __, ...others } = outcomes;
      if (Object.keys(others).length > 0) throw new Error(JSON.stringify(others));
      if (left === 0) return;
    }
  }

  /** A row that nobody may see, so that the conversation is known. */
  async openRoom(room: ConversationRef): Promise<void> {
    if (this.rooms.has(roomKey(room))) return;
    this.rooms.set(roomKey(room), room);
    await this.#say({ do: "say", row: `o${this.rooms.size}`, room, by: "u1", audience: null });
  }

  view({ room, channel, audience, requester }: Reader): Promise<View> {
    return this.asking.view({
      destination: destinationOf({ room, channel, audience }, LATER),
      requester: { id: requester },
    });
  }

  /** A turn of its own that answers one row of the script. */
  turn({ room, channel, audience, requester }: Reader, answering: string): Promise<Turn> {
    return this.asking.turn({
      id: crypto.randomUUID(),
      destination: destinationOf({ room, channel, audience }, LATER),
      requester: { id: requester },
      answering: this.messageId(answering),
      loaded: [],
    });
  }

  /** The same rows with the semantic lane on, which is turned on when it is first asked for. */
  async semanticView(reader: Reader, embedder: Embedder): Promise<View> {
    const { room, channel, audience, requester } = reader;
    this.#semantic ??= this.#openSemantic(embedder);
    return (await this.#semantic).store.view({
      destination: destinationOf({ room, channel, audience }, LATER),
      requester: { id: requester },
    });
  }

  async #openSemantic(embedder: Embedder): Promise<Semantic> {
    const { perspective } = this.store;
    const database = this.#database;
    const scope = await openPerspective(database, perspective, { auditKey: null });
    await embedAll(scope, embedder);
    return { store: await openStore({ database, perspective, embedder }), scope, embedder };
  }

  async #apply(step: Step): Promise<void> {
    this.#now++;
    switch (step.do) {
      case "say":
        await this.openRoom(step.room);
        return this.#say(step);
      case "reply":
      case "remember":
        await this.openRoom(step.room);
        return this.#answer(step);
      case "edit":
        return this.#edit(step);
      case "delete":
        await this.store.delete({ messageId: this.messageId(step.row) });
        return this.oracle.apply(step);
      case "leave":
      case "restrict":
      case "join": {
        await this.openRoom(step.room);
        const { do: type, room, ...rest } = step;
        await this.#ingest(room, { type, at: this.#time(), ...rest } as IngestEvent);
        return this.oracle.apply(step);
      }
      case "merge":
        await this.store.merge(step.from, step.into);
        return this.oracle.apply(step);
      case "alias":
        await this.openRoom(step.to);
        await this.store.alias(step.from, step.to);
        this.rooms.set(roomKey(step.from), step.from);
        return this.oracle.apply(step);
      case "reset":
        await this.store.reset(step.room);
        return this.oracle.apply(step);
      case "link":
        return this.#link(step);
      case "unlink":
        await this.store.unlink(step.account);
        return this.oracle.apply(step);
      case "mergeActors":
        await this.store.mergeActors({ ...step, operator: "script" });
        return this.oracle.apply(step);
      case "splitActor":
        await this.store.splitActor({ ...step, operator: "script" });
        return this.oracle.apply(step);
      case "touch":
      case "forge":
        throw new Error("no store does that");
    }
  }

  /** Whether anything can be asked from there yet. */
  knows(room: ConversationRef): boolean {
    return this.rooms.has(roomKey(room));
  }

  /** Whether its rows are read under another conversation's key. */
  isMergedAway(room: ConversationRef): boolean {
    return this.oracle.conversation(room) !== roomKey(room);
  }

  messageId(row: string): string {
    return present(this.messageIds.get(row));
  }

  async #say(step: SayStep, words = ""): Promise<void> {
    const { row, room, by, channel, audience, conversationOnly, parent, quotes } = step;
    this.oracle.apply(step);
    const source = this.oracle.quoted(row);
    const outcome = await this.#ingest(room, {
      type: "message",
      sourceId: row,
      author: { type: "person", id: by, label: labelToken(row) },
      content: `${words}${contentOf(row, 0)}`,
      sentAt: this.#time(),
      audience,
      ...(conversationOnly === undefined ? {} : { conversationOnly }),
      ...(channel === undefined ? {} : { channel, channelLabel: channelToken(row) }),
      ...(parent === undefined ? {} : { parent }),
      ...(quotes === undefined ? {} : { quoted: quotation(row, source?.name) }),
    });
    if (outcome.status !== "stored") throw new Error(`${row}: ${JSON.stringify(outcome)}`);
    this.messageIds.set(row, outcome.messageId);
  }

  async #answer(step: ReplyStep | RememberStep): Promise<void> {
    const { row, room, channel, audience, sources, requester } = step;
    const destination = destinationOf({ room, channel, audience }, this.#time());
    const [answered, ...read] = sources.map((source) => this.messageId(source));
    const turn = await this.store.turn({
      id: row,
      destination,
      requester: { id: requester },
      answering: present(answered),
      loaded: [],
    });
    for (const messageId of read) await turn.fetch(messageId);
    const told = await this.#tell(turn, step);
    this.messageIds.set(row, told);
    this.oracle.apply(step);
  }

  async #tell(turn: Turn, { do: what, row, audience }: ReplyStep | RememberStep): Promise<string> {
    const content = contentOf(row, 0);
    if (what === "remember") return (await turn.remember(content)).memoryId;
    const reply = { content, sourceId: row, sentAt: this.#time() };
    return (await turn.deliver(reply, { audience, asOf: this.#time() })).messageId;
  }

  async #edit(step: Extract<Step, { do: "edit" }>): Promise<void> {
    const { room, by } = this.oracle.row(step.row);
    this.oracle.apply(step);
    const { version, name } = this.oracle.row(step.row);
    const content = contentOf(name, version);
    const { audience } = step;
    const at = this.#time();
    const edit: IngestEvent = { type: "edit", sourceId: name, by, content, at, audience };
    const outcome = await this.#ingest(room, edit);
    if (outcome.status !== "applied") throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  }

  /** Each account sends its own code, in its own direct conversation. */
  async #link({ accounts, expired = false }: Extract<Step, { do: "link" }>): Promise<void> {
    const { codes } = await this.store.startLink(accounts);
    for (const [side, { namespace, id }] of accounts.entries()) {
      const room: ConversationRef = { connector: namespace, kind: "dm", id: `dm-${id}` };
      await this.openRoom(room);
      const row = `c${this.#now}s${side}`;
      const audience = alone(id, namespace);
      await this.#say({ do: "say", row, room, by: id, audience }, `${present(codes[side])} `);
    }
    this.oracle.apply({ do: "link", accounts, expired });
    if (expired) await this.#expireNewest();
  }

  /** No test waits half a year. */
  async #expireNewest(): Promise<void> {
    const { perspective } = this.store;
    await this.#database.transaction({ begin: "begin" }, async (session) => {
      const [row] = await session.query<{ id: number }>(
        `select id from backread.perspectives where tenant = $1 and agent = $2`,
        [perspective.tenant, perspective.agent],
      );
      await session.script(`set local backread.perspective = '${present(row).id}'`);
      await session.query(
        `update backread.identity_links set expires_at = now() - interval '1 day'
         where perspective_id = $1 and id in (select id from backread.identity_links
           where perspective_id = $1 order by id desc limit 2)`,
        [present(row).id],
      );
    });
  }

  async #ingest(
    conversation: ConversationRef,
    event: IngestEvent,
  ): Promise<Awaited<ReturnType<Store["ingest"]>>["outcomes"][number]> {
    const { outcomes } = await this.store.ingest({ conversation, events: [event] });
    return present(outcomes[0]);
  }

  #time(): string {
    return new Date(T0 + this.#now * 60_000).toISOString();
  }
}

function contentOf(row: string, version: number): string {
  const token = textToken(row, version);
  return `${token} ${COMMON} plan ${COMMON_CJK} err-${row}\n!pin #board ${token}`;
}

function quotation(row: string, source: string | undefined): { text: string; sourceId?: string } {
  if (source === undefined) return { text: quotationToken(row) };
  return { text: textToken(source), sourceId: source };
}

interface Place {
  readonly room: ConversationRef;
  readonly channel: string | undefined;
  readonly audience: Audience;
}

function destinationOf({ room, channel, audience }: Place, asOf: string): Destination {
  return { conversation: room, audience, asOf, ...(channel === undefined ? {} : { channel }) };
}
