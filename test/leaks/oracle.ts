import {
  sameNamespace,
  type audienceAllows,
  type Audience,
  type ExternalId,
} from "../../dist/speakers/audience.js";
import { MAX_LINEAGE_NODES } from "../../dist/store/bounds.js";
import type { ConversationRef } from "../../dist/store/port.js";
import { tableAllows } from "./table.js";
import {
  people,
  roomKey,
  type RememberStep,
  type Reader,
  type ReplyStep,
  type SayStep,
  type Step,
} from "./world.js";

/** One piece of evidence. Departures change it in place, for every row that stands on it. */
export interface Evidence {
  audience: Audience;
  readonly room: string;
  readonly channel: string;
  readonly conversationOnly: boolean;
}

export interface Source {
  readonly row: string;
  /** The source's epoch when it was verified. */
  readonly epoch: number;
}

export interface RowState {
  readonly name: string;
  readonly room: ConversationRef;
  readonly channel: string;
  readonly by: string;
  readonly parent: string | undefined;
  readonly quotes: string | undefined;
  /** A memory stands on its sources' audiences alone, and is in no conversation. */
  readonly memory: boolean;
  state: "live" | "withdrawn" | "deleted";
  epoch: number;
  /** How often its text was replaced. */
  version: number;
  /** Its own, an edit's, and those of its sources; null is none at all. */
  evidence: readonly Evidence[] | null;
  /** Null for what nobody but its author stands behind. */
  sources: readonly Source[] | null;
}

/** One account's proof that it is a person's. */
export interface Proof {
  readonly account: ExternalId;
  person: number;
  readonly expired: boolean;
  revoked: boolean;
}

/** Whether one audience may be shown at a destination. */
export type Rule = typeof audienceAllows;

/**
 * Who may see what, by keeping the books of a script in memory. It knows the table of audiences
 * and nothing of the database.
 */
export class Oracle {
  readonly #rule: Rule;
  readonly rows: Map<string, RowState> = new Map();
  readonly proofs: Proof[] = [];
  readonly #merged: Map<string, string> = new Map();
  /** Actors that operators merged, and whom each counts as. No rule of who sees what asks it. */
  readonly heads: Map<string, string> = new Map();
  readonly #aliases: Map<string, ConversationRef> = new Map();
  readonly #versions: Map<string, Evidence> = new Map();
  /** Changes of membership so far: what is said after one stands on a version of its own. */
  #changes = 0;

  constructor(rule: Rule = tableAllows) {
    this.#rule = rule;
  }

  play(steps: readonly Step[]): this {
    for (const step of steps) this.apply(step);
    return this;
  }

  apply(step: Step): void {
    switch (step.do) {
      case "say":
        return this.#say(step);
      case "reply":
      case "remember":
        return this.#reply(step);
      case "edit":
        return this.#edit(this.row(step.row), step.audience);
      case "delete":
        return this.#delete(this.row(step.row));
      case "leave":
        return this.#change(step, (audience) => without(audience, step.reader));
      case "restrict":
        return this.#change(step, (audience) => narrowed(audience, step));
      case "join":
        if (!step.seesHistory) return;
        return this.#change(step, (audience) => widened(audience, step.reader));
      case "merge":
        this.#merge(roomKey(this.origin(step.from)), this.conversation(step.into));
        return;
      case "alias":
        this.#aliases.set(roomKey(step.from), this.origin(step.to));
        return;
      case "reset":
        return this.#reset(this.conversation(step.room));
      case "link":
        this.#link(step.accounts, step.expired === true);
        return;
      case "unlink":
        for (const proof of this.proofs)
          if (same(proof.account, step.account)) proof.revoked = true;
        return;
      case "mergeActors":
        this.heads.set(step.from, this.headOf(step.into));
        return;
      case "splitActor":
        this.heads.delete(step.actor);
        return;
      case "touch":
        this.row(step.row).epoch++;
        return;
      case "forge": {
        const row = this.row(step.row);
        const epoch = this.rows.get(step.source)?.epoch ?? 0;
        row.sources = [...(row.sources ?? []), { row: step.source, epoch }];
        return;
      }
    }
  }

  row(name: string): RowState {
    const row = this.rows.get(name);
    if (row === undefined) throw new Error(`the script has no row ${name}`);
    return row;
  }

  /** Where an alias leads; what is merged is still itself. */
  origin(room: ConversationRef): ConversationRef {
    return this.#aliases.get(roomKey(room)) ?? room;
  }

  /** The key of what rows of `room` are stored under now. */
  conversation(room: ConversationRef): string {
    return this.#resolved(roomKey(this.origin(room)));
  }

  visible(name: string, reader: Reader): boolean {
    const row = this.row(name);
    return row.state === "live" && this.#stands(row, reader) && this.#sourcesStand(row, reader);
  }

  visibleRows(reader: Reader): readonly string[] {
    return [...this.rows.keys()].filter((name) => this.visible(name, reader));
  }

  /** The row whose words a row quotes, where it is one of the same conversation. */
  quoted(name: string): RowState | undefined {
    const row = this.row(name);
    const source = row.quotes === undefined ? undefined : this.rows.get(row.quotes);
    if (source === undefined) return undefined;
    const origins = [source, row].map(({ room }) => roomKey(this.origin(room)));
    return origins[0] === origins[1] ? source : undefined;
  }

  /** Whether the text that `row` quotes may be shown with it. */
  quotationVisible(name: string, reader: Reader): boolean {
    const row = this.row(name);
    if (row.quotes === undefined || !this.visible(name, reader)) return false;
    const source = this.quoted(name);
    if (source === undefined) return this.conversation(row.room) === this.conversation(reader.room);
    return source.state === "live" && source.version === 0 && this.#stands(source, reader);
  }

  linked(left: ExternalId, right: ExternalId): boolean {
    const people = this.#peopleOf(left);
    return this.#peopleOf(right).some((person) => people.includes(person));
  }

  /** The actor that one counts as: itself, unless it was merged. */
  headOf(actor: string): string {
    return this.heads.get(actor) ?? actor;
  }

  /** All that count as one with an actor, itself included; none where it is alone. */
  mergedWith(actor: string): readonly string[] {
    const head = this.headOf(actor);
    const others = [...this.heads].flatMap(([each, into]) => (into === head ? [each] : []));
    return others.length === 0 ? [] : [head, ...others];
  }

  #peopleOf(account: ExternalId): readonly number[] {
    return this.proofs
      .filter((proof) => !proof.expired && !proof.revoked && same(proof.account, account))
      .map(({ person }) => person);
  }

  #resolved(key: string): string {
    return this.#merged.get(key) ?? key;
  }

  #merge(from: string, into: string): void {
    this.#merged.set(from, into);
    for (const [key, target] of this.#merged) if (target === from) this.#merged.set(key, into);
  }

  #say(step: SayStep): void {
    const { row: name, room, channel = "", by, parent, quotes, audience } = step;
    const evidence = audience === null ? null : [this.#evidence(step, audience)];
    const fresh = { state: "live", epoch: 0, version: 0 } as const;
    this.rows.set(name, {
      name,
      room,
      channel,
      by,
      parent,
      quotes,
      evidence,
      sources: null,
      memory: false,
      ...fresh,
    });
  }

  #reply(step: ReplyStep | RememberStep): void {
    const { row: name, room, channel = "" } = step;
    const read = this.#readFor(step);
    const sources = read.map((row) => ({ row, epoch: this.row(row).epoch }));
    const inherited = read.map((row) => this.row(row).evidence);
    const known = inherited.flatMap((evidence) => evidence ?? []);
    const memory = step.do === "remember";
    const own = memory ? [] : [this.#evidence(step, step.audience)];
    const evidence = inherited.includes(null) ? null : [...new Set([...own, ...known])];
    const fresh = { state: "live", epoch: 0, version: 0 } as const;
    const plain = { by: "", parent: undefined, quotes: undefined };
    this.rows.set(name, { name, room, channel, ...plain, evidence, sources, memory, ...fresh });
  }

  /** With the rows whose words its sources quote; the first is answered, and was not read for that. */
  #readFor(step: ReplyStep | RememberStep): readonly string[] {
    const reader = { ...step, name: step.row };
    const quoted = step.sources
      .slice(1)
      .filter((source) => this.quotationVisible(source, reader))
      .flatMap((source) => this.quoted(source)?.name ?? []);
    return [...new Set([...step.sources, ...quoted])];
  }

  /** What quotes words of nobody that is known keeps what is made of it where it was said. */
  #confined(step: ReplyStep | RememberStep): boolean {
    return step.sources.some((source) => {
      const { quotes, room } = this.row(source);
      if (quotes === undefined || this.quoted(source) !== undefined) return false;
      return this.conversation(room) === this.conversation(step.room);
    });
  }

  #evidence(step: SayStep | ReplyStep | RememberStep, audience: Audience): Evidence {
    const { room, channel = "" } = step;
    const conversationOnly =
      step.do === "say" ? step.conversationOnly === true : this.#confined(step);
    return this.#version({
      audience: people(audience),
      room: roomKey(this.origin(room)),
      channel,
      conversationOnly,
    });
  }

  /** Equal audiences of one place are one, until its membership changes. */
  #version(evidence: Evidence): Evidence {
    const key = JSON.stringify([evidence, this.#changes]);
    const version = this.#versions.get(key) ?? evidence;
    this.#versions.set(key, version);
    return version;
  }

  /** An edit is readable only where the original and the edit both are. */
  #edit(row: RowState, audience: Audience | null): void {
    if (row.state !== "live") return;
    row.version++;
    row.epoch++;
    const { room, channel } = row;
    const own =
      audience === null
        ? null
        : this.#version({
            audience: people(audience),
            room: roomKey(this.origin(room)),
            channel,
            conversationOnly: false,
          });
    row.evidence =
      row.evidence === null || own === null ? null : [...new Set([...row.evidence, own])];
  }

  #delete(row: RowState): void {
    if (row.state === "deleted") return;
    row.state = "deleted";
    for (const reply of this.rows.values()) {
      if (!(reply.sources ?? []).some((source) => source.row === row.name)) continue;
      if (reply.state !== "live") continue;
      reply.state = "withdrawn";
      reply.epoch++;
    }
  }

  #reset(conversation: string): void {
    for (const row of this.rows.values())
      if (!row.memory && this.conversation(row.room) === conversation) this.#delete(row);
  }

  #change(
    place: { readonly room: ConversationRef; readonly channel?: string },
    by: (audience: Audience) => Audience,
  ): void {
    const room = roomKey(this.origin(place.room));
    this.#changes++;
    for (const version of this.#versions.values()) {
      if (version.room !== room) continue;
      if (place.channel !== undefined && version.channel !== place.channel) continue;
      version.audience = by(version.audience);
    }
  }

  /** Both become one person, and with them whoever either was linked to. */
  #link(accounts: readonly [ExternalId, ExternalId], expired: boolean): void {
    const known = accounts.flatMap((account) => this.#peopleOf(account));
    const person = known[0] ?? this.proofs.length;
    for (const proof of this.proofs) if (known.includes(proof.person)) proof.person = person;
    for (const account of accounts) this.proofs.push({ account, person, expired, revoked: false });
  }

  #stands(row: RowState, reader: Reader): boolean {
    const audience = people(reader.audience);
    const destination = { audience, conversation: this.conversation(reader.room) };
    return (
      row.evidence !== null &&
      row.evidence.every((version) =>
        this.#rule(
          {
            audience: version.audience,
            conversation: this.#resolved(version.room),
            conversationOnly: version.conversationOnly,
          },
          destination,
          (left, right) => this.linked(left, right),
        ),
      )
    );
  }

  /**
   * Below a source that is gone, or is as it was when it was verified, nothing is looked at again: its
   * own evidence says what stood below it. A source above itself is a circle.
   */
  #sourcesStand(row: RowState, reader: Reader, walk: Walk = { met: new Set(), path: [] }): boolean {
    const path = [...walk.path, row.name];
    return (row.sources ?? []).every(({ row: name, epoch }) => {
      const source = this.rows.get(name);
      if (source === undefined || !this.#stands(source, reader)) return false;
      walk.met.add(name);
      if (path.includes(name) || walk.met.size > MAX_LINEAGE_NODES) return false;
      if (row.memory) return this.visible(name, reader);
      if (source.state !== "live" || source.epoch === epoch) return true;
      return this.#sourcesStand(source, reader, { met: walk.met, path });
    });
  }
}

interface Walk {
  /** Sources that were looked at. */
  readonly met: Set<string>;
  readonly path: readonly string[];
}

function same(left: ExternalId, right: ExternalId): boolean {
  return sameNamespace(left.namespace, right.namespace) && left.id === right.id;
}

function without(audience: Audience, reader: string): Audience {
  if (audience.kind !== "members") return audience;
  return withReaders(
    audience,
    audience.readers.filter((one) => one !== reader),
  );
}

function widened(audience: Audience, reader: string): Audience {
  if (audience.kind !== "members") return audience;
  return withReaders(audience, [...new Set([...audience.readers, reader])]);
}

function narrowed(
  audience: Audience,
  to: { readonly room: ConversationRef; readonly readers: readonly string[] },
): Audience {
  if (audience.kind === "members")
    return withReaders(
      audience,
      audience.readers.filter((one) => to.readers.includes(one)),
    );
  const external = audience.kind === "workspace" && audience.external === true;
  return { kind: "members", namespace: to.room.connector, readers: to.readers, external };
}

/** Two of whom one left are not the one reader of a direct conversation. */
function withReaders(
  audience: Extract<Audience, { kind: "members" }>,
  readers: readonly string[],
): Audience {
  return readers.length === audience.readers.length
    ? audience
    : { ...audience, readers, direct: false };
}
