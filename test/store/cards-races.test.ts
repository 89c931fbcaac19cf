import { beforeAll, expect, it } from "vitest";
import { refreshCards } from "../../dist/store/cards/refresh-cards.js";
import { turnOnCards } from "../../dist/store/cards/turn-on.js";
import type { Database } from "../../dist/store/database.js";
import { deleteWhat } from "../../dist/store/reset.js";
import {
  bodiesStored,
  cardRows,
  echo,
  MODELS,
  passTime,
  strayParts,
  workerOf,
} from "./cards-support.js";
import { forEachDatabase } from "./harness.js";
import { operatorRows } from "./semantic-support.js";
import { channel, happen, newScope, PUBLIC, sure, tell } from "./spoken.js";

const ROOMS = [channel("a"), channel("b")];
const ROUNDS = 8;
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

forEachDatabase("cards that are built while others write", (openDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  it("never hold what is gone, and come to what is there", { timeout: 240_000 }, async () => {
    const scope = await newScope(database);
    await turnOnCards(scope, MODELS);
    // Rows are cited from the oldest on too, so that deletions and edits meet what is being written.
    const worker = workerOf(echo(), { entriesPerKind: 1_000 });
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) {
        const second = writer * 1_000 + round * 10;
        const room = sure(ROOMS[round % ROOMS.length]);
        const by = `u${(writer + round) % 3}`;
        const name = `${writer}-${round}`;
        const row = (part: number) => ({
          in: room,
          to: PUBLIC,
          by,
          text: `pref: ${name}-${part}`,
          at: at(second + part),
          sourceId: `${name}-${part}`,
        });
        const [first] = await tell(scope, [row(0), row(1), row(2)]);
        if (round % 2 === 0) await deleteWhat(scope, { messageId: sure(first) });
        const content = `pref: ${name}-edited`;
        const edit = { type: "edit", sourceId: `${name}-1`, by, content } as const;
        await happen(scope, room, [{ ...edit, at: at(second + 100_000), audience: PUBLIC }]);
      }
    };
    const build = async (): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) {
        await refreshCards(scope, worker);
        const [{ gone }] = (await operatorRows(scope, GONE)) as [{ gone: number }];
        expect(gone).toBe(0);
      }
    };
    await Promise.all([write(1), write(2), build(), build()]);
    await passTime(scope);
    await refreshCards(scope, worker);
    expect((await cardRows(scope)).every(({ dirty }) => dirty === false)).toBe(true);
    expect(await strayParts(scope)).toBe(0);
    const said = await operatorRows(
      scope,
      `select content from backread.messages where perspective_id = $1 and state = 'live'`,
    );
    const wanted = said.map(({ content }) => String(content).replace("pref: ", ""));
    expect([...(await bodiesStored(scope))].sort()).toEqual(wanted.sort());
    expect(wanted.some((body) => body.endsWith("-edited"))).toBe(true);
  });
});

/** Entries of which a source is gone, or says something else by now. */
const GONE = `
select count(*)::int as gone from backread.card_entries e
join backread.card_sources s on s.perspective_id = e.perspective_id and s.entry_id = e.id
where e.perspective_id = $1 and not exists (select from backread.messages m
  where m.perspective_id = $1 and m.id = s.source_row and m.state = 'live'
    and m.content = 'pref: ' || e.body)`;
