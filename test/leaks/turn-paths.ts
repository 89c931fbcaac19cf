import type { Turn } from "../../dist/store/turn-port.js";
import { COMMON, COMMON_CJK } from "./live.js";
import { CARD_PATHS } from "./card-paths.js";
import { PATHS, type Asked, type Path, type Told } from "./paths.js";
import { present } from "./random.js";
import { SPEAKER_PATHS } from "./speaker-paths.js";
import { labelToken, textToken } from "./world.js";

/** Most hits of one search. */
const MOST = 20;

/** What a turn answers in the words of its view. */
const SHARED = [
  "log",
  "log of a conversation",
  "count",
  "fetch",
  "neighbours",
  "pins",
  "threads",
  "context",
  "memories",
  "facts",
] as const;

/** And those that go by who said it. */
const BY_SPEAKER = [
  "roster",
  "roster over channels",
  "facts of an actor",
  "search by speaker",
] as const;

/** The same ways through a turn, whose ledger then names what was told, all of it and no more. */
export const TURN_PATHS: readonly Path[] = [
  ...SHARED.map((name) => inTurn(present(PATHS.find((path) => path.name === name)))),
  ...CARD_PATHS.filter(({ name }) => name === "card").map((path) => inTurn(path)),
  ...BY_SPEAKER.map((name) => inTurn(present(SPEAKER_PATHS.find((path) => path.name === name)))),
  inTurn({ name: "search by words", ask: searchEach }),
  inTurn({ name: "search by common words", ask: searchAll }),
];

function inTurn(path: Path): Path {
  return {
    name: `turn ${path.name}`,
    ask: async (asked) => {
      const answering = answeredBy(asked);
      // A turn answers a message that its requester can read.
      if (answering === null) return { answers: [], wrong: [], pairs: 0 };
      const turn = await asked.live.turn(asked.reader, answering);
      const told = await path.ask({ ...asked, view: turn, answered: answering });
      const faults = await faultsOfLedger(asked, turn, told.answers);
      return { ...told, wrong: [...told.wrong, ...faults] };
    },
  };
}

/** The newest message that the reader may see; the loaded window of these turns is empty. */
function answeredBy({ live, visible }: Asked): string | null {
  return [...visible].findLast((row) => !live.oracle.row(row).memory) ?? null;
}

export async function faultsOfLedger(
  { live, visible }: Asked,
  turn: Turn,
  answers: readonly unknown[],
): Promise<readonly string[]> {
  const { ledger } = await turn.trace();
  const names = new Map([...live.messageIds].map(([name, id]) => [id, name]));
  const hidden = ledger.filter((id) => !visible.has(names.get(id) ?? ""));
  const json = JSON.stringify(answers);
  const said = [...visible].filter((row) => {
    const { version } = live.oracle.row(row);
    return [textToken(row, version), labelToken(row)].some((token) => json.includes(token));
  });
  const untold = said
    .flatMap((row) => rowsUnder(live, row))
    .filter((row) => !ledger.includes(live.messageId(row)));
  return [
    ...hidden.map((id) => `the ledger holds ${names.get(id) ?? id}, which is hidden`),
    ...untold.map((row) => `${row} is told, and the ledger does not hold it`),
  ];
}

/** What a ledger holds for a row: itself, and for a memory the messages that it stands on. */
function rowsUnder({ oracle }: Asked["live"], row: string): readonly string[] {
  const { memory, sources } = oracle.row(row);
  return memory ? (sources ?? []).map((source) => source.row) : [row];
}

/** As for a view, but for the message that is answered: it is in the model's context already. */
async function searchEach(asked: Asked): Promise<Told> {
  const { live, view, visible, some } = asked;
  const answered = answeredBy(asked);
  const answers: unknown[] = [];
  const wrong: string[] = [];
  const rows = some.filter((row) => !live.oracle.row(row).memory);
  for (const row of rows) {
    const answer = await view.search(textToken(row), { limit: 3 });
    answers.push(answer);
    const found = answer.hits.some(({ messageId }) => messageId === live.messageId(row));
    const wanted = visible.has(row) && live.oracle.row(row).version === 0 && row !== answered;
    if (found !== wanted) wrong.push(`${row} is ${found ? "" : "not "}found in a turn`);
  }
  return { answers, wrong, pairs: rows.length };
}

async function searchAll({ live, view, visible }: Asked): Promise<Told> {
  const others = [...visible].filter((row) => !live.oracle.row(row).memory).length - 1;
  const answers: unknown[] = [];
  const wrong: string[] = [];
  for (const query of [COMMON, COMMON_CJK]) {
    const answer = await view.search(query, { limit: MOST });
    answers.push(answer);
    if (answer.hits.length !== Math.min(MOST, others))
      wrong.push(`${answer.hits.length} hits for ${query} in a turn, of ${others}`);
  }
  return { answers, wrong, pairs: 0 };
}
