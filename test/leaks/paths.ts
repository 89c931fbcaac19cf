import type { SessionLog } from "../../dist/log/port.js";
import { MAX_FACTS } from "../../dist/store/bounds.js";
import type { ConversationRef, View } from "../../dist/store/port.js";
import { COMMON, COMMON_CJK, type Live } from "./live.js";
import type { Random } from "./random.js";
import { textToken, type Reader } from "./world.js";

/** What one reader may see, and how to ask for it. */
export interface Asked {
  readonly live: Live;
  readonly view: View;
  readonly reader: Reader;
  readonly visible: ReadonlySet<string>;
  /** Some rows to ask for one by one, hidden ones and visible ones. */
  readonly some: readonly string[];
  readonly random: Random;
  /** The message that a turn answers: its model has it, so that no search finds it. */
  readonly answered?: string;
}

/** One way by which text leaves the store. */
export interface Path {
  readonly name: string;
  /** Every answer that it gave, and which rows were missing or too many by its own count. */
  readonly ask: (asked: Asked) => Promise<Told>;
}

export interface Told {
  readonly answers: readonly unknown[];
  readonly wrong: readonly string[];
  /** (reader, message) pairs that were decided. */
  readonly pairs: number;
}

const PAGE = 37;
/** Conversations whose boards are asked for, besides the bound one. */
const SOME_ROOMS = 4;
const FEW_ROOMS = 12;

export const PATHS: readonly Path[] = [
  { name: "log", ask: wholeLog },
  { name: "log of a conversation", ask: conversationLogs },
  { name: "count", ask: count },
  { name: "fetch", ask: fetch },
  { name: "neighbours", ask: neighbours },
  { name: "search by words", ask: (asked) => searchEach(asked, (row) => textToken(row)) },
  {
    name: "search by a part",
    ask: (asked) => searchEach(asked, (row) => textToken(row).slice(0, -1)),
  },
  {
    name: "search by expression",
    ask: (asked) => searchEach(asked, (row) => `/${textToken(row)}\\b/`),
  },
  { name: "search by common words", ask: (asked) => searchAll(asked, [COMMON, `${COMMON} plan`]) },
  { name: "search by short queries", ask: (asked) => searchAll(asked, ["ha", "h", "-"]) },
  { name: "search without spaces", ask: (asked) => searchAll(asked, [COMMON_CJK, "港", "計画"]) },
  {
    name: "search by common expressions",
    ask: (asked) => searchAll(asked, ["/h[a]rb/", "/err-./"]),
  },
  { name: "pins", ask: pins },
  { name: "threads", ask: threads },
  { name: "context", ask: context },
  { name: "memories", ask: memories },
  { name: "facts", ask: facts },
];

async function wholeLog({ live, view, visible }: Asked): Promise<Told> {
  const log = view.log();
  const { answers, sequences } = await readAll(log);
  const ids = sequences.map((sequence) => log.addressOf(sequence)?.messageId ?? "");
  return { answers, wrong: unequal(live, ids, messagesOf(live, visible)), pairs: rowCount(live) };
}

async function conversationLogs({ live, view, visible }: Asked): Promise<Told> {
  const answers: unknown[] = [];
  let rows = 0;
  for (const conversation of live.rooms.values()) {
    const read = await readAll(view.log({ conversation }));
    answers.push(...read.answers);
    if (live.isMergedAway(conversation)) continue;
    rows += read.sequences.length;
  }
  const wanted = messagesOf(live, visible).length;
  const wrong = rows === wanted ? [] : [`${rows} rows, not ${wanted}`];
  return { answers, wrong, pairs: rowCount(live) };
}

async function readAll(
  log: SessionLog,
): Promise<{ readonly answers: readonly unknown[]; readonly sequences: readonly number[] }> {
  const answers: unknown[] = [];
  const sequences: number[] = [];
  let before: number | null = null;
  do {
    const page = await log.readBefore(before, PAGE);
    answers.push(page);
    sequences.push(...page.messages.map((message) => message.sequence));
    before = page.nextBefore;
  } while (before !== null);
  return { answers, sequences };
}

async function count({ live, view, visible }: Asked): Promise<Told> {
  const counted = await view.count();
  const wanted = messagesOf(live, visible).length;
  const wrong = counted === wanted ? [] : [`counts ${counted} rows, not ${wanted}`];
  return { answers: [counted], wrong, pairs: 0 };
}

async function fetch({ live, view, visible, some }: Asked): Promise<Told> {
  const rows = some.filter((row) => !live.oracle.row(row).memory);
  const answers: unknown[] = [];
  const wrong: string[] = [];
  for (const row of rows) {
    const answer = await view.fetch(live.messageId(row));
    answers.push(answer);
    if ((answer !== null) !== visible.has(row))
      wrong.push(`${row} is ${answer === null ? "not " : ""}given`);
  }
  return { answers, wrong, pairs: rows.length };
}

async function neighbours({ live, view, visible, some }: Asked): Promise<Told> {
  const rows = some.filter((row) => !live.oracle.row(row).memory);
  const answers: unknown[] = [];
  const wrong: string[] = [];
  for (const row of rows) {
    const answer = await view.neighbours(live.messageId(row), 3);
    answers.push(answer);
    if ((answer !== null) !== visible.has(row))
      wrong.push(`${row} is ${answer === null ? "not " : ""}given`);
  }
  return { answers, wrong, pairs: rows.length };
}

/** A row that may be seen is found by what only it says; one that may not be is not. */
async function searchEach(
  { live, view, visible, some }: Asked,
  queryFor: (row: string) => string,
): Promise<Told> {
  const answers: unknown[] = [];
  const wrong: string[] = [];
  const rows = some.filter((row) => !live.oracle.row(row).memory);
  for (const row of rows) {
    const answer = await view.search(queryFor(row), { limit: 3 });
    answers.push(answer);
    const found = answer.hits.some(({ messageId }) => messageId === live.messageId(row));
    // By what it said at first, an edited row is not found any more.
    const wanted = visible.has(row) && live.oracle.row(row).version === 0;
    if (found !== wanted) wrong.push(`${row} is ${found ? "" : "not "}found by ${queryFor(row)}`);
  }
  return { answers, wrong, pairs: rows.length };
}

async function searchAll(
  { view, visible, live }: Asked,
  queries: readonly string[],
): Promise<Told> {
  const answers: unknown[] = [];
  const wrong: string[] = [];
  const wanted = Math.min(20, messagesOf(live, visible).length);
  for (const query of queries) {
    const answer = await view.search(query, { limit: 20 });
    answers.push(answer);
    if (answer.hits.length !== wanted)
      wrong.push(`${answer.hits.length} hits for ${query}, not ${wanted}`);
  }
  return { answers, wrong, pairs: 0 };
}

async function pins(asked: Asked): Promise<Told> {
  const answers: unknown[] = [await asked.view.pins()];
  for (const conversation of roomsOf(asked)) answers.push(await asked.view.pins({ conversation }));
  return { answers, wrong: [], pairs: 0 };
}

function roomsOf({ live, random }: Asked): readonly ConversationRef[] {
  const rooms = [...live.rooms.values()];
  return rooms.length <= FEW_ROOMS ? rooms : random.some(rooms, SOME_ROOMS);
}

async function threads(asked: Asked): Promise<Told> {
  const answers: unknown[] = [await asked.view.threads()];
  for (const conversation of roomsOf(asked))
    answers.push(await asked.view.threads({ conversation }));
  return { answers, wrong: [], pairs: 0 };
}

async function context(asked: Asked): Promise<Told> {
  const { view, reader } = asked;
  const options = { viewerId: reader.requester, brevity: { messageChars: 400, window: 30 } };
  const answers: unknown[] = [await view.context(options)];
  for (const conversation of roomsOf(asked))
    answers.push(await view.context({ ...options, conversation }));
  return { answers, wrong: [], pairs: 0 };
}

async function memories({ live, view, visible }: Asked): Promise<Told> {
  const told = await view.memories({ limit: 50 });
  const wanted = [...visible].filter((row) => live.oracle.row(row).memory);
  const ids = wanted.map((row) => live.messageId(row));
  const wrong = unequal(
    live,
    told.map(({ memoryId }) => memoryId),
    ids,
  );
  return { answers: [told], wrong, pairs: 0 };
}

/** Each row that says anything has one fact; one more where it quotes another room. */
async function facts({ live, view, visible }: Asked): Promise<Told> {
  const told = await view.facts({ limit: MAX_FACTS });
  const own = told.facts.filter(({ role }) => role !== "subject");
  const given = own.map(({ messageId }) => messageId);
  const wrong = [...unequal(live, given, messagesOf(live, visible))];
  const { author, other, unknown } = told.counts;
  if (author + other + unknown !== told.facts.length) wrong.push("counts what it does not give");
  return { answers: [told], wrong, pairs: rowCount(live) };
}

export function messagesOf(live: Live, rows: ReadonlySet<string>): readonly string[] {
  return [...rows].filter((row) => !live.oracle.row(row).memory).map((row) => live.messageId(row));
}

function rowCount(live: Live): number {
  return [...live.oracle.rows.values()].filter((row) => !row.memory).length;
}

export function unequal(
  live: Live,
  found: readonly string[],
  wanted: readonly string[],
): readonly string[] {
  const names = new Map([...live.messageIds].map(([name, id]) => [id, name]));
  const name = (id: string): string => names.get(id) ?? `an unknown row ${id}`;
  const twice = found.filter((id, index) => found.indexOf(id) !== index);
  return [
    ...found.filter((id) => !wanted.includes(id)).map((id) => `${name(id)} is given`),
    ...wanted.filter((id) => !found.includes(id)).map((id) => `${name(id)} is not given`),
    ...twice.map((id) => `${name(id)} is given twice`),
  ];
}
