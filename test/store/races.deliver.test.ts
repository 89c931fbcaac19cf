import { beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { startLink } from "../../dist/store/identity/start-link.js";
import { unlink } from "../../dist/store/identity/unlink.js";
import { ingest } from "../../dist/store/ingest/index.js";
import type { IngestEvent, MessageEvent } from "../../dist/store/ingest-port.js";
import { deleteWhat } from "../../dist/store/reset.js";
import type { Scope } from "../../dist/store/scope.js";
import type { Turn } from "../../dist/store/turn-port.js";
import { forEachDatabase } from "./harness.js";
import {
  channel,
  destination,
  direct,
  dm,
  IRC,
  members,
  now,
  openScope,
  say,
  SLACK,
  turn,
  view,
  type Said,
} from "./turn-support.js";

const LATER = "2026-02-01T00:00:00Z";
const SECRET = "zanzibar";

interface Case {
  readonly source: Said;
  readonly reader: Said;
  /** What takes the source's text away from the reader. */
  readonly act: (scope: Scope, messageId: string) => Promise<unknown>;
}

const SOURCE: Said = { conversation: channel("source"), audience: members(["u1", "u2"]) };
const READER: Said = { conversation: channel("reader"), audience: members(["u1", "u2"]) };

function event(of: IngestEvent): Case {
  const act = (scope: Scope): Promise<unknown> =>
    ingest(scope, { conversation: SOURCE.conversation, events: [of] });
  return { source: SOURCE, reader: READER, act };
}

const EDIT = {
  type: "edit",
  sourceId: "src",
  by: "u1",
  content: "nothing",
  at: LATER,
  audience: members(["u1", "u2"]),
} as const;

const CASES: Readonly<Record<string, Case>> = {
  revoke: {
    source: { conversation: dm("d1"), audience: direct("u1") },
    reader: { conversation: dm("d2", IRC), audience: direct("v1", IRC), by: "v1" },
    act: (scope) => unlink(scope, { namespace: SLACK, id: "u1" }),
  },
  leave: event({ type: "leave", reader: "u2", at: LATER }),
  restrict: event({ type: "restrict", readers: ["u1"], at: LATER }),
  "delete by the source": event({ type: "delete", sourceId: "src", at: LATER }),
  "delete by the operator": {
    source: SOURCE,
    reader: READER,
    act: (scope, messageId) => deleteWhat(scope, { messageId }),
  },
  edit: event(EDIT),
};

forEachDatabase("one takes a text away while another", (open) => {
  let database: Database | undefined;
  let scope: Scope;

  beforeEach(async () => {
    database ??= await open();
    scope = await openScope(database);
  });

  function original({ source }: Case): MessageEvent {
    return {
      type: "message",
      sourceId: "src",
      content: `the ${SECRET} plan`,
      author: { type: "person", id: "u1", label: "u1" },
      sentAt: "2026-01-31T00:00:00Z",
      audience: source.audience,
    };
  }

  /** Links `u1` to `v1`. */
  async function link(): Promise<void> {
    const accounts = [
      { namespace: SLACK, id: "u1" },
      { namespace: IRC, id: "v1" },
    ] as const;
    const { codes } = await startLink(scope, [accounts[0], accounts[1]]);
    for (const [index, { namespace, id }] of accounts.entries())
      await say(scope, codes[index] ?? "", {
        conversation: dm(`own-${id}`, namespace),
        audience: direct(id, namespace),
        by: id,
      });
  }

  async function begin(of: Case): Promise<{ readonly source: string; readonly begun: Turn }> {
    if (of === CASES.revoke) await link();
    await say(scope, "before", { ...of.source, sentAt: "2026-01-30T00:00:00Z" });
    const source = await say(scope, original(of).content, {
      ...original(of),
      ...of.source,
      by: "u1",
    });
    await say(scope, "after", { ...of.source, sentAt: "2026-01-31T12:00:00Z" });
    const answering = await say(scope, "well?", of.reader);
    const begun = await turn(scope, {
      destination: destination(of.reader.conversation, of.reader.audience),
      answering,
    });
    return { source, begun };
  }

  /** Every text that the reader can get at. */
  async function texts({ reader, source }: Case, messageId: string): Promise<string> {
    const bound = await view(scope, reader.conversation, reader.audience);
    const log = await bound.log().readBefore(null, 100);
    const own = await bound.log({ conversation: source.conversation }).readBefore(null, 100);
    return JSON.stringify([
      await bound.fetch(messageId),
      (await bound.search(SECRET)).hits,
      (await bound.search("before after")).hits,
      log.messages,
      own.messages,
      await bound.neighbours(messageId, 5),
      await bound.memories(),
    ]);
  }

  function deliver(from: Turn, { reader }: Case): Promise<string> {
    return from
      .deliver({ content: `about ${SECRET}` }, now(reader.audience))
      .then(({ messageId }) => messageId);
  }

  describe.each(Object.entries(CASES))("%s", (name, of) => {
    test("and a search: before it the text is found, after it on no path", async () => {
      const { source, begun } = await begin(of);
      expect(JSON.stringify(await begun.search(SECRET))).toContain(SECRET);
      expect(await texts(of, source)).toContain(SECRET);
      await of.act(scope, source);
      expect((await begun.search(SECRET)).hits).toEqual([]);
      expect(await texts(of, source)).not.toContain(SECRET);
    });

    test("and a delivery that comes second", async () => {
      const { source, begun } = await begin(of);
      await begun.fetch(source);
      await of.act(scope, source);
      // An edit leaves the row where it was, for those who could read it.
      if (name === "edit") await expect(deliver(begun, of)).resolves.toEqual(expect.any(String));
      else await expect(deliver(begun, of)).rejects.toMatchObject({ code: "evidence_withdrawn" });
      if (name !== "edit") expect(await texts(of, source)).not.toContain(SECRET);
    });

    test("and a delivery that comes first", async () => {
      const { source, begun } = await begin(of);
      await begun.fetch(source);
      await begun.remember(`${SECRET}, remembered`);
      const reply = await deliver(begun, of);
      expect(await texts(of, reply)).toContain(SECRET);
      await of.act(scope, source);
      const bound = await view(scope, of.reader.conversation, of.reader.audience);
      if (name === "edit") expect(await bound.fetch(reply)).not.toBeNull();
      else expect(await texts(of, reply)).not.toContain(SECRET);
      expect(await deliver(begun, of)).toBe(reply);
    });

    test("and a retry of ingest, in either order", async () => {
      const { source } = await begin(of);
      const retry = { conversation: of.source.conversation, events: [original(of)] };
      await ingest(scope, retry);
      await of.act(scope, source);
      expect(await texts(of, source)).not.toContain(SECRET);
      await ingest(scope, retry);
      expect(await texts(of, source)).not.toContain(SECRET);
    });

    test("and a delivery at the same time: refused, or delivered and taken away", async () => {
      const { source, begun } = await begin(of);
      await begun.fetch(source);
      const [delivery, action] = await Promise.allSettled([
        deliver(begun, of),
        of.act(scope, source),
      ]);
      expect(action.status).toBe("fulfilled");
      if (delivery.status === "rejected")
        expect(delivery.reason).toMatchObject({ code: "evidence_withdrawn" });
      if (name !== "edit") expect(await texts(of, source)).not.toContain(SECRET);
    });
  });
});
