import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience } from "../../dist/speakers/audience.js";
import type { Database } from "../../dist/store/database.js";
import { codesIn, newCode } from "../../dist/store/identity/codes.js";
import { proveLinks } from "../../dist/store/identity/prove-links.js";
import { startLink } from "../../dist/store/identity/start-link.js";
import { unlink } from "../../dist/store/identity/unlink.js";
import type { ConversationKind } from "../../dist/store/port.js";
import { writing, type Scope } from "../../dist/store/scope.js";
import type { Account } from "../../dist/store/store-port.js";
import { openMemory } from "./harness.js";
import { makeRoom, makeScope, storeRow } from "./turn-rows.js";

function account(name: string, id: string): Account {
  return { namespace: { type: "slack", name }, id };
}

const A = account("one", "a");
const B = account("two", "b");
const C = account("three", "c");

test("codes are found in what people write around them, and nothing else is", () => {
  const code = newCode();
  expect(codesIn(`my code is ${code.toLowerCase()}.`)).toEqual([code]);
  expect(codesIn("AAAA-BBBB-CCCC and 1234-5678-9012-3456-7890")).toEqual([]);
  expect(newCode()).not.toBe(code);
});

describe("identity links", () => {
  let database: Database;
  let scope: Scope;
  let made = 0;

  beforeAll(async () => {
    database = await openMemory();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    scope = await makeScope(database, `agent-${++made}`);
    for (const { namespace } of [A, B, C])
      await makeRoom(scope, { connector: namespace.name, kind: "dm", key: "home" });
  });

  interface Sending {
    readonly kind?: ConversationKind;
    readonly audience?: Partial<Extract<Audience, { kind: "members" }>>;
  }

  /** The account says something in a conversation of its own. */
  async function send(from: Account, content: string, sending: Sending = {}): Promise<number> {
    const { kind = "dm" } = sending;
    const key = `c${++made}`;
    const { place } = await makeRoom(scope, { connector: from.namespace.name, kind, key });
    const { namespace, id: author } = from;
    const audience: Audience = {
      kind: "members",
      namespace,
      readers: [author],
      direct: true,
      ...sending.audience,
    };
    return writing(scope, async (session) => {
      const row = await storeRow(session, place, { sourceId: "1", content, author, audience });
      const { linked } = await proveLinks(session, [{ rowId: row.id, routeKind: kind, content }]);
      return linked;
    });
  }

  async function linked(left: Account, right: Account): Promise<boolean> {
    const [row] = await writing(scope, (session) =>
      session.query<{ same: boolean }>(
        `select backread.same_person($1, l.id, $4, r.id, $5) as same
         from backread.connectors l, backread.connectors r
         where l.perspective_id = $1 and l.name = $2 and r.perspective_id = $1 and r.name = $3`,
        [scope.perspectiveId, left.namespace.name, right.namespace.name, left.id, right.id],
      ),
    );
    return row?.same ?? false;
  }

  async function link(left: Account, right: Account): Promise<void> {
    const { codes } = await startLink(scope, [left, right]);
    await send(left, codes[0]);
    await send(right, codes[1]);
  }

  function sql(text: string): Promise<readonly object[]> {
    return writing(scope, (session) => session.query(text, [scope.perspectiveId]));
  }

  test("both codes make one person, one alone makes none", async () => {
    const { codes, expiresAt } = await startLink(scope, [A, B]);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 9 * 60_000);
    expect(await send(A, `here: ${codes[0]}`)).toBe(0);
    expect(await linked(A, B)).toBe(false);
    expect(await send(B, codes[1])).toBe(1);
    expect(await linked(A, B)).toBe(true);
  });

  test("codes are kept as hashes alone", async () => {
    const { codes } = await startLink(scope, [A, B]);
    const rows = await sql(`select * from backread.link_codes where perspective_id = $1`);
    expect(rows).toHaveLength(2);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  test("a third account joins the person by a pair of its own", async () => {
    await link(A, B);
    await link(B, C);
    expect(await linked(A, C)).toBe(true);
  });

  test("two people that are found to be one become one", async () => {
    const D = account("one", "d");
    await link(A, B);
    await link(D, C);
    expect(await linked(A, C)).toBe(false);
    await link(B, D);
    expect(await linked(A, C)).toBe(true);
  });

  test("unlink takes one account out at once and leaves the others", async () => {
    await link(A, B);
    await link(B, C);
    expect(await unlink(scope, A)).toEqual({ revoked: 1 });
    expect(await linked(A, B)).toBe(false);
    expect(await linked(B, C)).toBe(true);
    expect(await unlink(scope, A)).toEqual({ revoked: 0 });
    await link(A, B);
    expect(await linked(A, C)).toBe(true);
  });

  test("unlink voids codes that wait", async () => {
    const { codes } = await startLink(scope, [A, B]);
    await send(A, codes[0]);
    await unlink(scope, A);
    await send(B, codes[1]);
    expect(await linked(A, B)).toBe(false);
  });

  test("a proof expires", async () => {
    await link(A, B);
    await sql(`update backread.identity_links set expires_at = now() where perspective_id = $1`);
    expect(await linked(A, B)).toBe(false);
  });

  const nothing: readonly (readonly [string, () => Promise<void>])[] = [
    [
      "swapped codes",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await send(A, codes[1]);
        await send(B, codes[0]);
      },
    ],
    [
      "one code twice",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await send(A, codes[0]);
        await send(A, codes[0]);
        await send(B, codes[0]);
      },
    ],
    [
      "expired codes",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await send(A, codes[0]);
        await sql(`update backread.link_codes set expires_at = now() where perspective_id = $1`);
        await send(B, codes[1]);
      },
    ],
    [
      "a stranger's account",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await send(A, codes[0]);
        await send(account("two", "x"), codes[1]);
      },
    ],
    [
      "the same id of another connector",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await send(A, codes[0]);
        await send(account("three", "b"), codes[1]);
      },
    ],
    ...(["group_dm", "group", "channel", "guild"] as const).map(
      (kind) =>
        [
          `a ${kind}`,
          async () => {
            const { codes } = await startLink(scope, [A, B]);
            await send(A, codes[0]);
            await send(B, codes[1], { kind });
          },
        ] as const,
    ),
    [
      "a direct conversation that somebody else reads",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await send(A, codes[0]);
        await send(B, codes[1], { audience: { readers: ["b", "x"] } });
      },
    ],
    [
      "a conversation that is not known to be direct",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await send(A, codes[0]);
        await send(B, codes[1], { audience: { direct: false } });
      },
    ],
    [
      "an untrusted connector",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        await sql(
          `update backread.connectors set trusted = false
           where perspective_id = $1 and name = 'two'`,
        );
        await send(A, codes[0]);
        await send(B, codes[1]);
      },
    ],
    [
      "another perspective's codes",
      async () => {
        const { codes } = await startLink(scope, [A, B]);
        const own = scope;
        scope = await makeScope(database, `other-${++made}`);
        for (const { namespace } of [A, B])
          await makeRoom(scope, { connector: namespace.name, kind: "dm", key: "home" });
        await send(A, codes[0]);
        await send(B, codes[1]);
        expect(await linked(A, B)).toBe(false);
        scope = own;
      },
    ],
  ];
  test.each(nothing)("%s: proves nothing", async (_, attempt) => {
    await attempt();
    expect(await linked(A, B)).toBe(false);
  });

  test("misuse is refused with a typed error", async () => {
    await expect(startLink(scope, [A, A])).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(startLink(scope, [A, account("none", "x")])).rejects.toMatchObject({
      code: "unknown_conversation",
    });
    await sql(`update backread.connectors set ids = 'session' where perspective_id = $1`);
    await expect(startLink(scope, [A, B])).rejects.toMatchObject({ code: "invalid_argument" });
  });
});
