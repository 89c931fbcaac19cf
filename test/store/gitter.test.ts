/** Rooms as people left them: a roster, a speaker's words alone, two people under one name. */
import { beforeAll, describe, expect, test } from "vitest";
import type { RosterSnapshot } from "../../dist/speakers/roster/roster.js";
import type { Database } from "../../dist/store/database.js";
import type { View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import { searchHistory, type SearchHistoryAnswer } from "../../dist/tools/index.js";
import {
  actorOf,
  allLines,
  countMatches,
  feed,
  FILE,
  gitterView,
  isSpoken,
  linesOf,
  newestPeople,
  newGitter,
  roomOf,
  type Fed,
  type Line,
} from "./gitter-support.js";
import { forEachDatabase } from "./harness.js";
import { sure } from "./spoken.js";

/** The room that is searched; its slice fits PGlite too. */
const ROOM = "Git";
const SLICE = [ROOM, "SQL"];
/** As many as one server takes in about a minute. */
const MANY = [...SLICE, "ruby", "php", "vagrant", "Russian", "NewYorkCity", "camperbot", "Tampa"];
const OF_SLICE = { rows: 3_648, twice: 0 };
const OF_MANY = { rows: 27_713, twice: 102 };
const MINUTES = 60_000;
const ROSTER_SIZE = 12;
const HANDLE = /^[a-z][a-z0-9_]*(?:\.[1-9][0-9]*)?$/;
/** Of several persons' rows; each is in more than twenty rows, so that no spelling is looked up. */
const WORDS = ["branch", "commit"];
/** In few enough rows of the room that one answer holds them all. */
const SELDOM = "server";

describe.skipIf(FILE.missing)("real rooms", () => {
  forEachDatabase("Gitter", (open, kind) => {
    const rooms = kind === "postgres 18" ? MANY : SLICE;
    let database: Database;
    let scope: Scope;
    let fed: Fed;
    let lineOf: (messageId: string) => Line;
    let view: View;

    beforeAll(async () => {
      database = await open();
      scope = await newGitter(database, "rooms");
      fed = await feed(scope, { rooms });
      lineOf = linesBy(fed.sources);
      view = await gitterView(scope, ROOM);
    }, 10 * MINUTES);

    test("every row of the rooms is stored, what the file has twice once", async () => {
      const { rows, twice } = kind === "postgres 18" ? OF_MANY : OF_SLICE;
      expect({ rows: fed.sources.size + fed.repeated, twice: fed.repeated }).toEqual({
        rows,
        twice,
      });
      expect(linesOf(...rooms)).toHaveLength(rows - twice);
      expect(await view.count()).toBe(rows - twice);
    });

    test("a roster: who spoke in the room, last first, under handles that last", async () => {
      for (const room of rooms) {
        const people = newestPeople(linesOf(room));
        const seen = await gitterView(scope, room);
        const roster = await seen.roster();
        const expected = people.slice(0, ROSTER_SIZE);
        expect(idsOf(roster)).toEqual(expected.map(({ author_id }) => actorOf(author_id)));
        expect(roster.entries.map(({ name }) => name)).toEqual(
          expected.map(({ author }) => author),
        );
        expect(roster.truncated).toBe(people.length > ROSTER_SIZE);
        const handles = handlesOf(roster);
        for (const handle of handles) expect(handle).toMatch(HANDLE);
        expect(new Set(handles).size).toBe(handles.length);
        expect(handlesOf(await seen.roster())).toEqual(handles);
      }
    });

    test("whoever spoke elsewhere alone may be read, and is neither told of nor to be chosen", async () => {
      const here = new Set(linesOf(ROOM).map(({ author_id }) => author_id));
      const { hits } = await view.search("select", { limit: 20 });
      const foreign = hits
        .map(({ messageId }) => lineOf(messageId))
        .find((line) => isSpoken(line) && !here.has(line.author_id));
      const { author_id } = sure(foreign);
      expect(idsOf(await view.roster())).not.toContain(actorOf(author_id));
      const who = { actorId: actorOf(author_id) };
      const found = await view.search("select", { speaker: { who, only: true, scope: "channel" } });
      expect(found.hits).toEqual([]);
      expect(found.speakers).toMatchObject({ recalled: false, counts: { matching: 0 } });
    });

    test(
      "by a handle: his rows alone, and each match counted once",
      async () => {
        const snapshot = await view.roster();
        const of = new Map(
          newestPeople(linesOf(ROOM)).map((line) => [actorOf(line.author_id), line]),
        );
        let found = 0;
        for (const word of WORDS) {
          const { bySpeaker, unknown, total } = await countMatches(scope, ROOM, word);
          for (const { handle, actorId } of snapshot.entries) {
            const { author_id } = sure(of.get(actorId));
            const his = bySpeaker.get(author_id) ?? 0;
            const answer = await only(view, { query: word, handle, snapshot });
            expect(answer).toMatchObject({
              filter_applied: true,
              matching_count: his,
              excluded_other_speakers: total - unknown - his,
              excluded_unknown_speaker: unknown,
            });
            expect(answer.match_kind).toBe(his === 0 ? "speaker_recall" : undefined);
            expect(answer.hits.length).toBeGreaterThan(0);
            for (const hit of answer.hits) {
              expect(lineOf(hit.message_id)).toMatchObject({ channel: ROOM, author_id });
              expect(hit).toMatchObject({ speaker_handle: handle, speaker_verified: true });
            }
            found += his;
          }
        }
        expect(found).toBeGreaterThan(0);
      },
      5 * MINUTES,
    );

    test(
      "everybody's rows together are those that are found without a speaker",
      async () => {
        const { bySpeaker, unknown, total } = await countMatches(scope, ROOM, SELDOM);
        const filters = { conversation: roomOf(ROOM) };
        const all = await view.search(SELDOM, { limit: 20, filters });
        expect(all.hits).toHaveLength(total);
        // A file's name, as `server.js`, is a word of its own to the database.
        const spelled = linesOf(ROOM).filter(({ text }) => /\bservers?\b(?!\.\w)/iu.test(text));
        const shown = all.hits.map(({ messageId }) => lineOf(messageId).id);
        expect(shown.toSorted()).toEqual(spelled.map(({ id }) => id).toSorted());
        const together: string[] = [];
        for (const id of new Set(
          linesOf(ROOM)
            .filter(isSpoken)
            .map((line) => line.author_id),
        )) {
          const his = bySpeaker.get(id) ?? 0;
          const speaker = { who: { actorId: actorOf(id) }, only: true, scope: "channel" } as const;
          const { hits, speakers } = await view.search(SELDOM, { limit: 20, speaker });
          expect(speakers?.counts).toEqual({
            matching: his,
            otherSpeakers: total - unknown - his,
            unknownSpeaker: unknown,
          });
          if (his > 0) together.push(...hits.map(({ messageId }) => messageId));
        }
        const persons = all.hits.filter(({ messageId }) => isSpoken(lineOf(messageId)));
        expect(together.toSorted()).toEqual(persons.map(({ messageId }) => messageId).toSorted());
        expect(new Set(together).size).toBe(total - unknown);
      },
      5 * MINUTES,
    );
  });

  /** In the file a name is one person's, always: what it lacks is put in while it is fed. */
  test("no two people of the file have one name, and nobody has two", () => {
    const people = allLines().filter(isSpoken);
    const ids = new Set(people.map(({ author_id }) => author_id)).size;
    expect(new Set(people.map(({ author }) => author)).size).toBe(ids);
    expect(new Set(people.map((line) => `${line.author_id} ${line.author}`)).size).toBe(ids);
  });

  forEachDatabase("Gitter, with names put in", (open) => {
    let cast: Cast;
    let scope: Scope;
    let view: View;
    let first: RosterSnapshot;
    let second: RosterSnapshot;
    let lineOf: (messageId: string) => Line;

    beforeAll(async () => {
      cast = castOf(linesOf(ROOM));
      scope = await newGitter(await open(), "names");
      const labels = new Map([[cast.twins[1].author_id, cast.twins[0].author]]);
      const half = await feed(scope, { rooms: [ROOM], to: cast.until, labels });
      view = await gitterView(scope, ROOM);
      first = await view.roster();
      labels.set(cast.renamed.author_id, newNameOf(cast.renamed));
      const rest = await feed(scope, { rooms: [ROOM], from: cast.until + 1, labels });
      lineOf = linesBy(new Map([...half.sources, ...rest.sources]));
      second = await view.roster();
    }, 5 * MINUTES);

    test("two people of one name have two handles, the first of who spoke first", () => {
      const before = newestPeople(linesOf(ROOM).filter(({ seq }) => seq <= cast.until));
      const known = new Set(before.slice(0, ROSTER_SIZE).map(({ author_id }) => author_id));
      const [base = "", ranked = ""] = cast.twins
        .toSorted((a, b) => Number(known.has(b.author_id)) - Number(known.has(a.author_id)))
        .map(({ author_id }) => entryOf(second, author_id).handle);
      expect(base).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(ranked).toBe(`${base}.2`);
      const names = cast.twins.map(({ author_id }) => entryOf(second, author_id).name);
      expect(names).toEqual([cast.twins[0].author, cast.twins[0].author]);
    });

    test("each handle selects his own rows, though both bear one name", async () => {
      let found = 0;
      for (const query of WORDS) {
        const { bySpeaker } = await countMatches(scope, ROOM, query);
        for (const { author_id } of cast.twins) {
          const { handle } = entryOf(second, author_id);
          const answer = await only(view, { query, handle, snapshot: second });
          const his = bySpeaker.get(author_id) ?? 0;
          expect(answer.matching_count).toBe(his);
          for (const hit of answer.hits) {
            expect(lineOf(hit.message_id).author_id).toBe(author_id);
            expect(hit).toMatchObject({
              speaker_label: JSON.stringify(cast.twins[0].author),
              speaker_handle: handle,
            });
          }
          found += his;
        }
      }
      expect(found).toBeGreaterThan(0);
    });

    test("whoever is renamed keeps his handle, and it selects what he said under both names", async () => {
      const { author_id, author } = cast.renamed;
      const { handle, name } = entryOf(first, author_id);
      expect(name).toBe(author);
      expect(entryOf(second, author_id)).toMatchObject({ handle, name: newNameOf(cast.renamed) });
      for (const snapshot of [first, second]) {
        const answer = await only(view, { query: "zyxwvut", handle, snapshot });
        expect(answer).toMatchObject({ match_kind: "speaker_recall", matching_count: 0 });
        const said = answer.hits.map(({ message_id }) => lineOf(message_id));
        for (const line of said) expect(line.author_id).toBe(author_id);
        expect(said.some(({ seq }) => seq > cast.until)).toBe(true);
        expect(said.some(({ seq }) => seq <= cast.until)).toBe(true);
      }
    });
  });
});

function linesBy(sources: ReadonlyMap<string, string>): (messageId: string) => Line {
  const byId = new Map(allLines().map((line) => [line.id, line]));
  return (messageId) => sure(byId.get(sure(sources.get(messageId))));
}

function idsOf({ entries }: RosterSnapshot): readonly string[] {
  return entries.map(({ actorId }) => actorId);
}

function handlesOf({ entries }: RosterSnapshot): readonly string[] {
  return entries.map(({ handle }) => handle);
}

function entryOf({ entries }: RosterSnapshot, authorId: string): RosterSnapshot["entries"][number] {
  return sure(entries.find(({ actorId }) => actorId === actorOf(authorId)));
}

function only(
  view: View,
  asked: {
    readonly query: string;
    readonly handle: string;
    readonly snapshot: RosterSnapshot;
  },
): Promise<SearchHistoryAnswer> {
  const { query, handle: speaker, snapshot } = asked;
  const speakers = { annotations: true, selection: true, snapshot, scope: "channel" } as const;
  return searchHistory(
    view,
    { query, speaker, speaker_only: true, limit: 20 },
    { marker: "m4rk3rm4rk3r", speakers },
  );
}

/** First words of those to whom something is done while the room is fed. */
interface Cast {
  /** Who get one name, that of the first; the first spoke before the second. */
  readonly twins: readonly [Line, Line];
  readonly renamed: Line;
  /** The last row under the old name, so that its author is on the roster of that moment. */
  readonly until: number;
}

function newNameOf({ author }: Line): string {
  return `Captain ${author}`;
}

/** Of those on the last roster the two who spoke most, and the third, renamed before his last words. */
function castOf(lines: readonly Line[]): Cast {
  const spoken = new Map<string, Line[]>();
  for (const line of lines.filter(isSpoken))
    spoken.set(line.author_id, [...(spoken.get(line.author_id) ?? []), line]);
  const most = newestPeople(lines)
    .slice(0, ROSTER_SIZE)
    .map(({ author_id }) => sure(spoken.get(author_id)))
    .toSorted((a, b) => b.length - a.length);
  const [one, other, third] = [sure(most[0]), sure(most[1]), sure(most[2])];
  const [early, late] = sure(one[0]).seq < sure(other[0]).seq ? [one, other] : [other, one];
  return {
    twins: [sure(early[0]), sure(late[0])],
    renamed: sure(third[0]),
    until: sure(third.at(-2)).seq,
  };
}
