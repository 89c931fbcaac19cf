import { assert, asyncProperty, constantFrom } from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { IngestEvent, MessageEvent } from "../../dist/store/ingest-port.js";
import type { View } from "../../dist/store/port.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import { bindView } from "../../dist/store/view/view.js";
import { callTool, profileTools } from "../../dist/tools/index.js";
import { provenance } from "./envelope-support.js";
import { forEachDatabase } from "./harness.js";
import { nasty } from "./hostile-support.js";
import { channel, happen, newScope, NOW, SLACK, viewTools, WORKSPACE } from "./spoken.js";

const RUNS = process.env["BACKREAD_LONG"] === "1" ? 500 : 40;
const PATIENCE = 600_000;
const ROOM = channel("room");
const KIM = { type: "person", id: "u1", label: "Kim" } as const;

function said(sourceId: string, more: Partial<MessageEvent> = {}): MessageEvent {
  const base = { content: "about the harbour", author: KIM, audience: WORKSPACE };
  return { type: "message", sourceId, sentAt: "2026-01-01T00:00:00Z", ...base, ...more };
}

/** Where a text of a message can be hostile, and the column that it is stored in. */
const FIELDS: Readonly<
  Record<string, { readonly column: string; readonly set: (text: string) => Partial<MessageEvent> }>
> = {
  sourceId: { column: "source_id", set: (sourceId) => ({ sourceId }) },
  content: { column: "content", set: (content) => ({ content }) },
  authorId: { column: "author_id", set: (id) => ({ author: { ...KIM, id } }) },
  authorLabel: { column: "author_label", set: (label) => ({ author: { ...KIM, label } }) },
  channel: { column: "channel_key", set: (key) => ({ channel: key }) },
  channelLabel: { column: "channel_label", set: (channelLabel) => ({ channelLabel }) },
  guild: { column: "guild_key", set: (guild) => ({ guild }) },
  thread: { column: "thread_key", set: (thread) => ({ thread }) },
  replyTarget: { column: "reply_target_source_id", set: (replyTarget) => ({ replyTarget }) },
  replyAuthor: { column: "reply_author_id", set: (replyAuthor) => ({ replyAuthor }) },
  quoted: { column: "quoted", set: (text) => ({ quoted: { text } }) },
  quotedLabel: { column: "quoted_label", set: (label) => ({ quoted: { text: "x", label } }) },
  at: { column: "source_time", set: (at) => ({ at }) },
};

/** What of a text is stored: labels are of one line, and no text holds what cannot be text. */
const TEXTS: ReadonlySet<string> = new Set(["content", "quoted", "at"]);
const LABELS: ReadonlySet<string> = new Set(["authorLabel", "channelLabel", "quotedLabel"]);

function storedAs(field: string, text: string): string | null {
  const whole = [...text].map((c) => (/^[\0\ud800-\udfff]$/.test(c) ? "\u{fffd}" : c)).join("");
  if (TEXTS.has(field)) return whole;
  // oxlint-disable-next-line no-control-regex -- controls are what it looks for
  const line = whole.replaceAll(/[\u0001-\u001f\u007f]/gu, "\u{fffd}");
  if (LABELS.has(field)) return line;
  // An id is stored as it is, or its message is not.
  return line === text ? text : null;
}

forEachDatabase("a hostile text", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  describe.each(Object.entries(FIELDS))("as %s", (field, { column, set }) => {
    test("is stored as that and nothing else, or refused", { timeout: PATIENCE }, async () => {
      const scope = await newScope(database);
      await happen(scope, ROOM, [said("control")]);
      let row = 0;
      await assert(
        asyncProperty(nasty, async (text) => {
          const event = { ...said(`row-${row++}`), ...set(text) };
          const before = await provenance(scope);
          const [outcome] = await happen(scope, ROOM, [event]);
          const rows = await provenance(scope);
          const known = new Set(before.map(({ source_id: id }) => id));
          const stored = rows.find(({ source_id: id }) => !known.has(id));
          const expected = field === "sourceId" && text === "" ? null : storedAs(field, text);
          if (known.has(event.sourceId)) expect(outcome?.status).toBe("repeated");
          else if (expected === null) {
            expect(outcome).toMatchObject({ status: "refused", code: "malformed_event" });
            expect(stored).toBeUndefined();
          } else {
            expect(outcome?.status).toBe("stored");
            expect(stored?.[column]).toBe(expected);
          }
          for (const old of before) expect(rows).toContainEqual(old);
        }),
        { numRuns: Math.ceil(RUNS / 4) },
      );
    });
  });

  test(
    "in what changes rows changes none but the one it names",
    { timeout: PATIENCE },
    async () => {
      const scope = await newScope(database);
      await happen(scope, ROOM, [said("control"), said("other")]);
      const before = await provenance(scope);
      const at = "2026-02-01T00:00:00Z";
      const changes = (text: string): readonly IngestEvent[] => [
        { type: "edit", sourceId: text, by: "u1", content: text, at, audience: WORKSPACE },
        { type: "edit", sourceId: "control", by: text, content: text, at, audience: WORKSPACE },
        { type: "delete", sourceId: text, at },
        { type: "leave", reader: text, at },
        { type: "leave", reader: "u1", channel: text, at },
        { type: "restrict", readers: [text], channel: text, at },
        { type: "join", reader: text, seesHistory: true, channel: text, at },
      ];
      await assert(
        asyncProperty(nasty, async (text) => {
          // A channel without a name is every row's that is in none.
          const events = changes(text === "" ? "x" : text);
          for (const event of events) {
            const [outcome] = await happen(scope, ROOM, [event]);
            expect(["waiting", "applied", "refused"]).toContain(outcome?.status);
          }
          const own = { namespace: SLACK, id: text === "" ? "x" : text };
          const clean = await deleteWhat(scope, { messageId: text });
          expect(clean).toEqual({ deleted: 0, withdrawn: 0 });
          await deleteWhat(scope, { actor: own }).catch((error: unknown) =>
            expect(error).toHaveProperty("code"),
          );
          expect(await provenance(scope)).toEqual(before);
        }),
        { numRuns: RUNS },
      );
    },
  );

  test(
    "in a question finds what it says, or nothing, or is refused",
    { timeout: PATIENCE },
    async () => {
      const scope = await newScope(database);
      await happen(scope, ROOM, [said("control")]);
      const before = await provenance(scope);
      const view = await viewHere(scope);
      const asks = Object.entries(QUESTIONS);
      await assert(
        asyncProperty(nasty, constantFrom(...asks), async (text, [name, ask]) => {
          const answer = await ask(view, text).catch((error: unknown) => error);
          if (answer instanceof Error) expect(answer, name).toHaveProperty("code");
          expect(
            String(answer instanceof Error && "code" in answer ? answer.code : ""),
          ).not.toMatch(/database|unavailable/u);
          expect(await provenance(scope)).toEqual(before);
        }),
        { numRuns: 3 * RUNS },
      );
      expect(await view.count()).toBe(1);
    },
  );
});

async function viewHere(scope: Scope): Promise<View> {
  const destination = { conversation: ROOM, audience: WORKSPACE, asOf: NOW };
  return bindView(scope, { destination, requester: { id: "u1" } }, await viewTools());
}

const TOOLS = [...profileTools("history"), ...profileTools("search_and_fetch")];

function tool(name: string, argument: string): (view: View, text: string) => Promise<unknown> {
  return (view, text) => callTool(TOOLS, view, { name, arguments: { [argument]: text } });
}

const QUESTIONS: Readonly<Record<string, (view: View, text: string) => Promise<unknown>>> = {
  search: (view, text) => view.search(text),
  "search by actor": (view, text) => view.search("harbour", { filters: { actor: { id: text } } }),
  "search in a conversation": (view, text) =>
    view.search("harbour", { filters: { conversation: { ...ROOM, id: text } } }),
  "search in a connector": (view, text) =>
    view.search("harbour", { filters: { connector: { type: text, name: text } } }),
  "search by speaker": (view, text) =>
    view.search(text, { speaker: { who: { actorId: text }, only: true, scope: "channel" } }),
  "search of a route": (view, text) =>
    view.search(text, { speaker: { who: "requester", only: true, scope: "channel", route: text } }),
  "search of a call": (view, text) => view.search("harbour", { toolCallId: text }),
  fetch: (view, text) => view.fetch(text),
  neighbours: (view, text) => view.neighbours(text),
  facts: (view, text) => view.facts({ actor: { id: text } }),
  pins: (view, text) => view.pins({ channel: text }),
  log: (view, text) => view.log({ conversation: { ...ROOM, id: text } }).readBefore(null, 5),
  "tool search_history": tool("search_history", "query"),
  "tool search_history by speaker": tool("search_history", "speaker"),
  "tool search_history after": tool("search_history", "after"),
  "tool read_message": tool("read_message", "message_id"),
  "tool search": tool("search", "query"),
  "tool fetch": tool("fetch", "id"),
};
