import type { Pinboard } from "../../dist/model/answers.js";
import type {
  Fact,
  FactOptions,
  Folded,
  FoldOptions,
  SearchFilters,
  StoredRow,
  StoreAnswer,
  StoreHit,
  StoreSearchOptions,
  View,
} from "../../dist/store/port.js";
import type { Pin } from "../../dist/model/pin.js";
import type { ThreadLine } from "../../dist/model/search.js";
import { AbortedError } from "../../dist/model/errors.js";

/** A row by what a test cares about. */
export interface RowSpec {
  readonly text: string;
  readonly by?: string;
  readonly id?: string;
  readonly type?: "person" | "agent";
  readonly room?: string;
  readonly kind?: StoredRow["ref"]["kind"];
  readonly channel?: string | null;
  readonly sentAt?: string | null;
  readonly at?: string | null;
  readonly quoted?: string | null;
  readonly edited?: boolean;
  readonly parent?: number | null;
  /** A row that the view may not read: nothing may answer from it. */
  readonly hidden?: boolean;
}

export const SECRET_ID = "U-secret-actor-id";
export const HERE = "conversation-lab";
const SEARCHED = 400;

export function messageId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

function storedRow(spec: RowSpec, index: number): StoredRow {
  const { by = "Ana", type = "person", room = "lab", kind = "channel", sentAt } = spec;
  return {
    messageId: messageId(index),
    sequence: index + 1,
    conversation: `conversation-${room}`,
    ref: { connector: { type: "slack", name: "acme" }, kind, id: room },
    room: "",
    channel:
      spec.channel === undefined || spec.channel === null
        ? null
        : { id: "C-secret", label: spec.channel },
    author: { type, id: spec.id ?? `${SECRET_ID}-${by}`, label: by },
    content: spec.text,
    quoted: spec.quoted ?? null,
    at: spec.at ?? null,
    sentAt: sentAt === undefined ? new Date(Date.UTC(2026, 9, 1, 12, index)).toISOString() : sentAt,
    edited: spec.edited ?? false,
  };
}

export interface MemoryView extends View {
  readonly ledger: ReadonlySet<string>;
  readonly asked: { query: string; options: StoreSearchOptions }[];
  /** What the next call of the store fails with. */
  failWith: Error | null;
  /** A search waits for this before it answers. */
  gate: Promise<void> | null;
}

/** A view over rows in memory that keeps the port's promises, with the ids of whom it answers. */
export function memoryView(
  specs: readonly RowSpec[],
  { requester = "Ana", self = "Bot" }: { readonly requester?: string; readonly self?: string } = {},
): MemoryView {
  const rows = specs.map(storedRow);
  const eligible = rows.filter((_, index) => specs[index]?.hidden !== true);
  const ledger = new Set<string>();
  const asked: MemoryView["asked"] = [];
  const enter = (row: StoredRow): StoredRow => {
    ledger.add(row.messageId);
    return row;
  };
  const around = (row: StoredRow, count: number): [before: StoredRow[], after: StoredRow[]] => {
    const room = eligible.filter(({ conversation }) => conversation === row.conversation);
    const at = room.indexOf(row);
    return [room.slice(Math.max(0, at - count), at), room.slice(at + 1, at + 1 + count)];
  };
  const matchesFilters = (row: StoredRow, { actor, after, before }: SearchFilters): boolean => {
    const who = actor === "requester" ? requester : actor === "you" ? self : null;
    if (typeof actor === "object") throw new Error("no ids here");
    if (who !== null && (row.author.type === "operator" || row.author.label !== who)) return false;
    if ((after !== undefined || before !== undefined) && row.sentAt === null) return false;
    const sent = micros(row.sentAt ?? "");
    if (after !== undefined && sent <= micros(after)) return false;
    return before === undefined || sent < micros(before);
  };
  const view: MemoryView = {
    conversation: HERE,
    ledger,
    asked,
    failWith: null,
    gate: null,
    log() {
      throw new Error("a tool that reads a log enters every row of it in the ledger");
    },
    async search(query, options = {}): Promise<StoreAnswer> {
      asked.push({ query, options });
      await waited(view, options);
      const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      const { filters = {}, limit = 8, neighbours = 2 } = options;
      const scored = eligible.flatMap((row): StoreHit[] => {
        const text = row.content.toLowerCase();
        const score = words.filter((word) => text.includes(word)).length * 100;
        if (score === 0 || !matchesFilters(row, filters)) return [];
        const [before, after] = around(row, neighbours);
        return [{ ...row, lanes: ["words"], score, parts: { words: score }, before, after }];
      });
      scored.sort((a, b) => b.score - a.score || b.sequence - a.sequence);
      if (ledger.size >= SEARCHED) return answer("search_budget_exhausted", [], eligible.length);
      const hits = scored.slice(0, limit);
      for (const hit of hits) [hit, ...hit.before, ...hit.after].forEach(enter);
      return answer(hits.length === 0 ? "nothing_found" : "ok", hits, eligible.length);
    },
    async fetch(id) {
      await waited(view, {});
      const row = eligible.find((each) => each.messageId === id);
      return row === undefined ? null : enter(row);
    },
    async neighbours(id, count = 2) {
      await waited(view, {});
      const row = eligible.find((each) => each.messageId === id);
      if (row === undefined) return null;
      const [before, after] = around(row, count);
      [row, ...before, ...after].forEach(enter);
      return { before, row, after };
    },
    roster() {
      throw new Error("a tool that reads a roster enters its rows in the ledger");
    },
    card() {
      throw new Error("a tool that reads a card enters its rows in the ledger");
    },
    async count() {
      return eligible.length;
    },
    async pins({ limit = 12, signal }: FoldOptions = {}) {
      await waited(view, signal === undefined ? {} : { signal });
      const standing = eligible.flatMap((row): (Pin & { rows: StoredRow[] })[] => {
        const match = /^!pin (\d+)(?: #(\S+))?(?: -- ([^]*))?$/.exec(row.content);
        if (match === null || row.conversation !== HERE) return [];
        const pinned = eligible.find(({ sequence }) => sequence === Number(match[1]));
        return [
          {
            sequence: Number(match[1]),
            pinnedAt: row.sequence,
            pinnedBy: row.author,
            label: match[2] ?? null,
            note: match[3] ?? null,
            excerpt: pinned?.content.slice(0, 96) ?? null,
            rows: pinned === undefined ? [row] : [row, pinned],
          },
        ];
      });
      const pins = standing.toReversed().slice(0, limit);
      const rows = pins.flatMap((pin) => pin.rows).map(enter);
      return { pins, cut: standing.length - pins.length, ...folded(rows, eligible.length) };
    },
    async threads({ limit = 5, signal }: FoldOptions = {}) {
      await waited(view, signal === undefined ? {} : { signal });
      const roots = eligible.filter(({ conversation }) => conversation === HERE);
      const lines = roots.flatMap(({ sequence, content }): ThreadLine[] => {
        const replies = rows.filter((_, index) => specs[index]?.parent === sequence);
        const latest = replies.at(-1)?.sequence;
        if (latest === undefined) return [];
        const opening = content.slice(0, 96);
        return [{ root: sequence, opening, replies: replies.length, latest, landed: null }];
      });
      const threads = lines.sort((a, b) => b.latest - a.latest).slice(0, limit);
      const told = roots.filter((row) => threads.some(({ root }) => root === row.sequence));
      return { threads, ...folded(told.map(enter), eligible.length) };
    },
    async context() {
      throw new Error("no tool asks for it");
    },
    async facts({ limit = 20, roomFor, signal }: FactOptions = {}) {
      await waited(view, signal === undefined ? {} : { signal });
      const facts = eligible.toReversed().slice(0, limit).map(factOf);
      const counts = { author: 0, other: 0, unknown: eligible.length };
      const kept = facts.slice(0, roomFor?.({ facts, counts }) ?? facts.length);
      for (const { messageId } of kept) ledger.add(messageId);
      return { facts: kept, counts };
    },
    async memories() {
      return [];
    },
  };
  return view;
}

/** All that a row says, as if a model had read just that in it. */
function factOf({ messageId, content, sentAt, author }: StoredRow): Fact {
  return {
    factId: messageId,
    text: content,
    role: "requester",
    author: null,
    claimedLabel: author.type === "operator" ? "" : author.label,
    messageId,
    saidAt: sentAt,
    createdAt: "2026-10-01T00:00:00Z",
  };
}

async function waited(view: MemoryView, { signal }: StoreSearchOptions): Promise<void> {
  if (view.failWith !== null) throw view.failWith;
  if (view.gate !== null) {
    const aborted = new Promise<void>((resolve) => {
      signal?.addEventListener("abort", resolve, { once: true });
    });
    await Promise.race([view.gate, aborted]);
  }
  if (signal?.aborted === true) throw AbortedError.of(coverage(0), signal.reason);
}

function folded(
  rows: readonly StoredRow[],
  scanned: number,
): Pick<Folded<Pinboard>, "messageIds" | "coverage"> {
  const ids = rows.map(({ sequence, messageId }) => [sequence, messageId] as const);
  return { messageIds: new Map(ids), coverage: coverage(scanned) };
}

function coverage(scanned: number): StoreAnswer["coverage"] {
  return {
    scanned,
    oldest: scanned === 0 ? null : 1,
    complete: true,
    nextBefore: null,
    stoppedBy: "end",
  };
}

function answer(
  status: StoreAnswer["status"],
  hits: readonly StoreHit[],
  scanned: number,
): StoreAnswer {
  const reason = status === "nothing_found" ? "no eligible message holds these words" : null;
  const lanes = [{ lane: "words", why: "the query has words" }] as const;
  return { status, hits, lanes, coverage: coverage(scanned), reason, degraded: [] };
}

/** Microseconds, which `Date` has not. */
function micros(iso: string): number {
  const fraction = /\.(\d+)Z$/.exec(iso)?.[1] ?? "";
  return (
    Date.parse(iso.replace(/\.\d+Z$/, "Z")) * 1000 + Number(fraction.padEnd(6, "0").slice(0, 6))
  );
}
