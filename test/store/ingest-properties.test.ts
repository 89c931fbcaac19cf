import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../dist/store/database.js";
import type { IngestEvent } from "../../dist/store/ingest-port.js";
import type { Scope } from "../../dist/store/scope.js";
import { openMemory } from "./harness.js";
import { at, members, message, openScope, rowsOf, take, visible } from "./ingest-support.js";

let database: Database;
beforeAll(async () => {
  database = await openMemory();
});
afterAll(() => database.close());

const PEOPLE = ["u1", "u2", "u3", "u4"] as const;
const WORDS = ["mango", "papaya", "kiwi", "fig", "lime"] as const;

/** What somebody does next: which kind of thing, who, and two free choices. */
const STEP = fc.tuple(fc.nat(11), fc.nat(3), fc.nat(20), fc.nat(4));
type Step = readonly [number, number, number, number];

interface Said {
  readonly sourceId: string;
  readonly author: string;
  text: string;
  deleted: boolean;
}

/** A room as its platform would tell of it: nobody who left comes back, nobody absent speaks. */
class Room {
  readonly events: IngestEvent[] = [];
  #inside = new Set<string>(["u1", "u2"]);
  readonly #gone = new Set<string>();
  readonly #said: Said[] = [];

  step([kind, who, which, word]: Step): void {
    const person = PEOPLE[who] ?? "u1";
    const target = this.#said.filter(({ deleted }) => !deleted)[which % 5];
    const text = `${WORDS[word]} ${this.events.length}`;
    if (kind === 0) this.#join(person);
    else if (kind === 1) this.#leave(person);
    else if (kind === 2) this.#restrict();
    else if (kind === 3 && target !== undefined) this.#delete(target);
    else if (kind <= 6 && target !== undefined) this.#edit(target, text);
    else this.#say(this.#inside.has(person) ? person : "u1", text, target);
  }

  #time(): string {
    return at(this.events.length + 1);
  }

  #say(author: string, content: string, quoted: Said | undefined): void {
    const sourceId = `m${this.#said.length}`;
    const quote = quoted && { text: quoted.text.split(" ")[0] ?? "", sourceId: quoted.sourceId };
    this.events.push(
      message(sourceId, content, {
        author: { type: "person", id: author, label: author.toUpperCase() },
        sentAt: this.#time(),
        audience: members(...this.#inside),
        ...(quote && { quoted: { ...quote, label: "q" }, replyTarget: quote.sourceId }),
      }),
    );
    this.#said.push({ sourceId, author, text: content, deleted: false });
  }

  #edit(said: Said, content: string): void {
    const { sourceId, author: by } = said;
    const audience = members(...this.#inside);
    this.events.push({ type: "edit", sourceId, by, content, at: this.#time(), audience });
    said.text = content;
  }

  #delete(said: Said): void {
    this.events.push({ type: "delete", sourceId: said.sourceId, at: this.#time() });
    said.deleted = true;
  }

  #join(reader: string): void {
    if (this.#inside.has(reader) || this.#gone.has(reader)) return;
    this.events.push({ type: "join", reader, seesHistory: true, at: this.#time() });
    this.#inside.add(reader);
  }

  #leave(reader: string): void {
    if (reader === "u1" || !this.#inside.delete(reader)) return;
    this.events.push({ type: "leave", reader, at: this.#time() });
    this.#gone.add(reader);
  }

  #restrict(): void {
    const readers = [...this.#inside].slice(0, 2);
    this.events.push({ type: "restrict", readers, at: this.#time() });
    for (const reader of this.#inside) if (!readers.includes(reader)) this.#gone.add(reader);
    this.#inside = new Set(readers);
  }
}

function historyOf(steps: readonly Step[]): readonly IngestEvent[] {
  const room = new Room();
  room.step([11, 0, 0, 0]);
  for (const step of steps) room.step(step);
  return room.events;
}

const HISTORY = fc.array(STEP, { minLength: 8, maxLength: 22 }).map(historyOf);

/** Some events in another order, in batches. */
const ARRIVAL = HISTORY.chain((events) =>
  fc.tuple(
    fc.constant(events),
    fc.shuffledSubarray([...events], { minLength: events.length }),
    fc.uniqueArray(fc.nat(events.length), { maxLength: 6 }),
  ),
);

/** All that anybody can tell of the rows: texts, numbers, quotes, what is indexed. */
function stateOf(scope: Scope) {
  return rowsOf(
    scope,
    `select m.source_id, m.state, m.content, m.sequence, m.author_label, m.actor_id, m.quoted,
       m.reply_subject_label, m.index_status, q.source_id as quotes,
       (select array_agg(p.lexeme order by p.lexeme) from backread.postings p
         where p.perspective_id = $1 and p.row_id = m.id) as words, d.literal, d.length
     from backread.messages m
     left join backread.messages q on q.perspective_id = $1 and q.id = m.quoted_row
     left join backread.documents d on d.perspective_id = $1 and d.row_id = m.id
     where m.perspective_id = $1 order by m.source_id`,
  );
}

async function readersOf(scope: Scope): Promise<readonly string[]> {
  const pairs: string[] = [];
  for (const person of PEOPLE)
    for (const row of await visible(scope, members(person))) pairs.push(`${person} ${row}`);
  return pairs;
}

/** A join that arrives late may let somebody read less than in time, never more. */
function checkReaders(
  anyhow: readonly string[],
  inOrder: readonly string[],
  events: readonly IngestEvent[],
): void {
  if (events.some(({ type }) => type === "join"))
    expect(anyhow.filter((pair) => !inOrder.includes(pair))).toEqual([]);
  else expect(anyhow).toEqual(inOrder);
}

/** Everything, with ids: what a repeated batch must not touch. */
function snapshotOf(scope: Scope) {
  return rowsOf(
    scope,
    `select (select jsonb_agg(t order by t.id) from backread.messages t where perspective_id = $1) as m,
       (select jsonb_agg(t order by t.id) from backread.audiences t where perspective_id = $1) as a,
       (select jsonb_agg(t order by t.id) from backread.audience_sets t
         where perspective_id = $1) as s,
       (select jsonb_agg(t order by t.id) from backread.membership_events t
         where perspective_id = $1) as e,
       (select jsonb_agg(t order by t.row_id) from backread.documents t
         where perspective_id = $1) as d,
       (select jsonb_agg(t order by t.row_id, t.audience_id, t.source) from backread.evidence t
         where perspective_id = $1) as v,
       (select jsonb_agg(t) from backread.waiting_events t where perspective_id = $1) as w,
       (select jsonb_agg(t) from backread.conversations t where perspective_id = $1) as c`,
  );
}

async function checkIndex(scope: Scope): Promise<void> {
  const counted = await rowsOf(
    scope,
    `select set_id, sum(documents)::int as documents, sum(length)::int as length
     from backread.corpus_counts where perspective_id = $1 group by set_id
     having sum(documents) <> 0 or sum(length) <> 0 order by set_id`,
  );
  const recount = await rowsOf(
    scope,
    `select set_id, count(*)::int as documents, sum(length)::int as length
     from backread.documents where perspective_id = $1 group by set_id order by set_id`,
  );
  expect(counted).toEqual(recount);
  const wrong = await rowsOf(
    scope,
    `with right_ones as (
       select l.lexeme, m.id, m.set_id, least(cardinality(l.positions), 255)::smallint,
         (select sum(cardinality(positions)) from unnest(to_tsvector('english', m.content)))::int
       from backread.messages m, unnest(to_tsvector('english', m.content)) l
       where m.perspective_id = $1 and m.state = 'live' and m.set_id is not null
     ), held as (
       select lexeme, row_id, set_id, frequency, length from backread.postings
       where perspective_id = $1
     )
     (select 'missing', * from (table right_ones except table held) x)
     union all (select 'stale', * from (table held except table right_ones) y)`,
  );
  expect(wrong).toEqual([]);
}

const OPTIONS = { seed: 20_261_130, numRuns: 8, endOnFailure: true };

describe("the same events", () => {
  it("in any order and any batches end alike, and repeated change nothing", async () => {
    await fc.assert(
      fc.asyncProperty(ARRIVAL, async ([events, shuffled, cuts]) => {
        const inOrder = await openScope(database, { joinersSeeHistory: true });
        const anyhow = await openScope(database, { joinersSeeHistory: true });
        await take(inOrder, events);
        const edges = [0, ...cuts.sort((left, right) => left - right), events.length];
        const batches = edges.slice(1).map((edge, i) => shuffled.slice(edges[i], edge));
        for (const batch of batches) await take(anyhow, batch);
        expect(await stateOf(anyhow)).toEqual(await stateOf(inOrder));
        checkReaders(await readersOf(anyhow), await readersOf(inOrder), events);
        const before = await snapshotOf(anyhow);
        for (const batch of batches.reverse()) await take(anyhow, batch);
        expect(await snapshotOf(anyhow)).toEqual(before);
        await checkIndex(anyhow);
      }),
      OPTIONS,
    );
  });
});
