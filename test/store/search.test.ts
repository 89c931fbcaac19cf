import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import { openMemory } from "./harness.js";
import {
  channel,
  direct,
  dm,
  members,
  newScope,
  open,
  PUBLIC,
  tell,
  viewIn,
  WORKSPACE,
} from "./spoken.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

describe("search", () => {
  it("finds rows by words, and fetches them", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      {
        in: channel("general"),
        to: PUBLIC,
        text: "we decided to move Acme on Friday",
        at: "2026-01-01T10:00:00Z",
      },
      { in: channel("general"), to: PUBLIC, text: "lunch is late", at: "2026-01-01T10:01:00Z" },
    ]);
    await open(scope, dm("u1"));
    const view = await viewIn(scope, dm("u1"), direct("u1"), "u1");
    const answer = await view.search("Acme migration decision");
    expect(answer.hits.map(({ content }) => content)).toEqual([
      "we decided to move Acme on Friday",
    ]);
    expect(answer.hits[0]!.after[0]!.content).toBe("lunch is late");
    expect(await view.fetch(answer.hits[0]!.messageId)).toMatchObject({
      sentAt: "2026-01-01T10:00:00Z",
    });
    expect(answer).toMatchSnapshot;
  });

  it("B30: a private message is found in its own room and nowhere else", async () => {
    const scope = await newScope(database);
    await tell(scope, [
      {
        in: dm("u1"),
        to: direct("u1"),
        text: "zebra-4471 salary",
        by: "u1",
        at: "2026-01-01T10:00:00Z",
      },
      {
        in: channel("general"),
        to: WORKSPACE,
        text: "hello",
        by: "u1",
        at: "2026-01-01T10:01:00Z",
      },
    ]);
    await open(scope, dm("u2"), channel("p1"));
    const own = await viewIn(scope, dm("u1"), direct("u1"), "u1");
    expect((await own.search("zebra-4471")).hits).toHaveLength(1);
    const others = [
      await viewIn(scope, dm("u2"), direct("u2"), "u2"),
      await viewIn(scope, channel("general"), WORKSPACE),
      await viewIn(scope, channel("p1"), members("u1", "u2"), "u1"),
    ];
    for (const view of others) {
      const answer = await view.search("zebra-4471");
      expect(answer.hits).toEqual([]);
      expect(JSON.stringify(answer)).not.toContain("zebra");
    }
  });
});
