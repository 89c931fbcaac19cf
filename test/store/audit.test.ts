import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditKeyOf } from "../../dist/store/audit/audit-key.js";
import { readAudit } from "../../dist/store/audit/read-audit.js";
import type { Database, Session } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import { runSearch } from "../../dist/store/search/run-search.js";
import { bindDestination, type Binding } from "../../dist/store/view/binding.js";
import { openMemory } from "./harness.js";
import { channel, direct, dm, members, newScope, NOW, PUBLIC, tell, viewTools } from "./spoken.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

const GENERAL = channel("general");
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString();

async function bound(scope: Scope): Promise<Binding> {
  const destination = { conversation: GENERAL, audience: PUBLIC, asOf: NOW };
  return bindDestination(scope, { destination }, await viewTools());
}

describe("the audit", () => {
  it("has one row a search, an empty one too, with its parts and never its text", async () => {
    const key = await auditKeyOf("master key");
    const scope = await newScope(database, key);
    const [id] = await tell(scope, [{ in: GENERAL, to: PUBLIC, text: "the zebra", at: at(1) }]);
    const binding = await bound(scope);
    const filters = { after: at(0) };
    const asked = { turnId: "t1", runId: "r1", toolCallId: "c1", filters };
    const { hits } = await runSearch(scope, binding, "zebra", asked);
    await runSearch(scope, binding, "nothing", { turnId: "t2" });
    await runSearch(scope, binding, "zebra", { turnId: "t2" });
    const [again, empty, first] = await readAudit(scope);
    expect(first).toMatchObject({
      turnId: "t1",
      runId: "r1",
      toolCallId: "c1",
      filters,
      outcome: "ok",
      selected: [{ messageId: id, parts: hits[0]!.parts }],
      degraded: [],
    });
    expect(first?.destination).toEqual(binding.options.destination);
    expect(first?.queryDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(again?.queryDigest).toBe(first?.queryDigest);
    expect(empty?.queryDigest).not.toBe(first?.queryDigest);
    expect(empty).toMatchObject({ outcome: "nothing_found", selected: [], runId: null });
    expect(JSON.stringify([again, empty, first])).not.toContain("zebra");
    expect(await readAudit(scope, { turnId: "t2", limit: 1 })).toEqual([again]);
    await expect(readAudit(scope, { limit: 0 })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  it("digests under a subkey of the master key, and not at all without one", async () => {
    const digests: string[] = [];
    for (const master of ["one", "two", null]) {
      const key = master === null ? null : await auditKeyOf(master);
      const scope = await newScope(database, key);
      await tell(scope, [{ in: GENERAL, to: PUBLIC, text: "a", at: at(1) }]);
      await runSearch(scope, await bound(scope), "zebra");
      digests.push((await readAudit(scope))[0]!.queryDigest);
    }
    const plain = new Uint8Array(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode("zebra")),
    );
    expect(new Set([...digests, Buffer.from(plain).toString("hex")]).size).toBe(4);
    expect(digests[2]).toBe("");
  });

  it("counts what each rule kept out, each match by the first", async () => {
    const scope = await newScope(database);
    const row = { in: GENERAL, text: "zebra stripes" };
    const ids = await tell(scope, [
      ...[1, 2, 3, 4].map((minute) => ({ ...row, to: PUBLIC, at: at(minute) })),
      ...[5, 6].map((minute) => ({ ...row, to: members("u1"), at: at(minute) })),
      { ...row, in: dm("u1"), to: direct("u1"), at: at(7) },
      ...[8, 9, 10].map((minute) => ({ ...row, to: null, at: at(minute) })),
      { ...row, to: null, text: "another animal", at: at(11) },
      { ...row, to: PUBLIC, text: "another animal", at: at(12) },
    ]);
    const binding = await bound(scope);
    const answer = await runSearch(scope, binding, "striped zebras", {
      limit: 2,
      exclude: [ids[0]!, "?"],
    });
    expect(answer.hits.map(({ messageId }) => messageId)).not.toContain(ids[0]);
    const [audit] = await readAudit(scope);
    expect(audit?.excluded).toEqual({
      already_in_context: 1,
      no_evidence: 3,
      audience: 3,
      lineage: 0,
      below_cutoff: 1,
    });
    const inRoom = { conversation: GENERAL, before: at(6) };
    await runSearch(scope, binding, "zebra", { filters: inRoom });
    const [filtered] = await readAudit(scope);
    expect(filtered?.excluded).toMatchObject({ audience: 1, no_evidence: 0, below_cutoff: 0 });
    await runSearch(scope, binding, "/zebra/", { exclude: [ids[0]!] });
    const [expression] = await readAudit(scope);
    expect(expression?.excluded).toMatchObject({ already_in_context: 1, audience: 0 });
  });

  it("counts a reply whose sources do not bear it out, and no hit shows it", async () => {
    const scope = await newScope(database);
    const bot = { type: "agent", id: "bot", label: "Bot" } as const;
    const [source, reply] = await tell(scope, [
      { in: dm("u1"), to: direct("u1"), text: "a private word", at: at(1) },
      { in: GENERAL, to: PUBLIC, text: "zebra, it is said", by: bot, at: at(2) },
      { in: GENERAL, to: PUBLIC, text: "zebra", at: at(3) },
    ]);
    await scope.database.transaction({ begin: "begin" }, async (session) => {
      await session.query(
        `with r as (update backread.messages set lineage = 'known'
           where perspective_id = $1 and message_id = $3 returning id)
         insert into backread.lineage (perspective_id, row_id, source_row, source_epoch)
         select $1, r.id, m.id, 0 from r, backread.messages m
         where m.perspective_id = $1 and m.message_id = $2`,
        [scope.perspectiveId, source!, reply!],
      );
    });
    const { hits } = await runSearch(scope, await bound(scope), "zebra");
    expect(hits).toHaveLength(1);
    expect(JSON.stringify(hits)).not.toContain("it is said");
    const [audit] = await readAudit(scope);
    expect(audit?.excluded).toMatchObject({ lineage: 1, below_cutoff: 0 });
  });

  it("says that a search failed, and has no ids then", async () => {
    const scope = await newScope(database);
    await tell(scope, [{ in: GENERAL, to: PUBLIC, text: "zebra", at: at(1) }]);
    const binding = await bound(scope);
    await expect(runSearch(scope, binding, "/(/")).rejects.toMatchObject({
      code: "invalid_pattern",
    });
    const failing = breaking(scope, "scored as materialized");
    await expect(runSearch(failing, binding, "zebra")).rejects.toMatchObject({
      code: "database_failed",
    });
    const rows = await readAudit(scope);
    expect(rows.map(({ outcome, selected }) => [outcome, selected])).toEqual([
      ["failed", []],
      ["failed", []],
    ]);
  });

  it("fails a search whose row cannot be written", async () => {
    const scope = await newScope(database);
    await tell(scope, [{ in: GENERAL, to: PUBLIC, text: "zebra", at: at(1) }]);
    const binding = await bound(scope);
    const mute = breaking(scope, "insert into backread.audit");
    await expect(runSearch(mute, binding, "zebra")).rejects.toMatchObject({
      code: "database_failed",
    });
  });
});

/** The scope over a database that refuses statements which hold a text. */
function breaking(scope: Scope, held: string): Scope {
  const { database } = scope;
  const broken: Database = {
    kind: database.kind,
    outside: (text) => database.outside(text),
    exclusively: (key, body) => database.exclusively(key, body),
    close: () => database.close(),
    transaction: (options, body) =>
      database.transaction(options, (session) => {
        const changed: Session = {
          query: (text, values) =>
            text.includes(held)
              ? session.query("select 1 / 0 as broken")
              : session.query(text, values),
          script: (text) => session.script(text),
        };
        return body(changed);
      }),
  };
  return { ...scope, database: broken };
}
