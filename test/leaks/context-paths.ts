import { isDirect } from "../../dist/speakers/route-kind.js";
import { REPLAY_GROUPS } from "../../dist/store/bounds.js";
import { ROSTER_SIZE } from "../../dist/store/roster/options.js";
import type { AssembledContext } from "../../dist/store/assembly/context-port.js";
import type { Turn } from "../../dist/store/turn-port.js";
import { faultsOfEntries, isByRequester } from "./card-paths.js";
import type { RowState } from "./oracle.js";
import { unequal, type Asked, type Path, type Told } from "./paths.js";
import { participants } from "./spoken.js";
import { faultsOfLedger } from "./turn-paths.js";
import { textToken } from "./world.js";

/** So that nothing is left out for want of room. */
const ROOM = 1_000_000;

/** All that a request is given besides its own messages, with every gate on. */
export const CONTEXT_PATHS: readonly Path[] = [{ name: "assembled context", ask: assembled }];

async function assembled(asked: Asked): Promise<Told> {
  const { live, reader } = asked;
  const rows = answerable(asked);
  const answers: unknown[] = [];
  const wrong: string[] = [];
  let pairs = 0;
  for (const row of rows) {
    const turn = await live.turn(reader, row.name);
    const context = await live.asking.assembleContext(turn, {
      payload: [{ role: "user", content: "and now?", messageId: live.messageId(row.name) }],
      referenceTokens: ROOM,
      replayTokens: ROOM,
    });
    const { roster, ...told } = context;
    answers.push(told, roster);
    wrong.push(...(await faultsOfLedger(asked, turn, [told])));
    wrong.push(...faultsOfRoster(asked, context), ...faultsOfCard(asked, context));
    const faults = faultsOfRecent({ ...asked, answered: row.name }, context);
    wrong.push(...faults.map((fault) => `answering ${row.name}: ${fault}`));
    wrong.push(...(await narrowed(asked, row.name)));
    pairs += candidates({ ...asked, answered: row.name }).length;
  }
  return { answers, wrong, pairs };
}

/** Little room: what was left out is not in the ledger. */
async function narrowed(asked: Asked, row: string): Promise<readonly string[]> {
  const { live, reader, visible } = asked;
  const turn: Turn = await live.turn(reader, row);
  const before = new Set((await turn.trace()).ledger);
  const payload = [{ role: "user", content: "and now?", messageId: live.messageId(row) }] as const;
  const { text, messages, blocks } = await live.asking.assembleContext(turn, {
    payload,
    maxTokens: 0,
  });
  const faults: string[] = [];
  if (text !== "" || messages.length > 1) faults.push(`${row}: there was no room`);
  if (blocks.some(({ entries }) => entries > 0)) faults.push(`${row}: a block says otherwise`);
  const names = [...visible].filter((name) => !live.oracle.row(name).memory);
  const entered = new Set((await turn.trace()).ledger);
  const untold = names.filter((name) => {
    const id = live.messageId(name);
    return entered.has(id) && !before.has(id);
  });
  return [...faults, ...untold.map((name) => `${name} is in the ledger and was not told`)];
}

/** The newest row that may be read here, and the newest of the requester's own in the conversation. */
function answerable(asked: Asked): readonly RowState[] {
  const { live, reader, visible } = asked;
  const rows = [...visible].map((name) => live.oracle.row(name)).filter(({ memory }) => !memory);
  const here = live.oracle.conversation(reader.room);
  const his = rows.filter(
    (row) => isByRequester(asked, row) && live.oracle.conversation(row.room) === here,
  );
  return [...new Set([rows.at(-1), his.at(-1)].filter((row) => row !== undefined))];
}

function faultsOfRoster(
  { live, reader, visible }: Asked,
  { roster }: AssembledContext,
): readonly string[] {
  const scope = "conversation";
  const wanted = participants(live.oracle, reader, { visible, scope }).slice(0, ROSTER_SIZE);
  const right = wanted.map(({ actorId, name }) => `${actorId} as ${name}`);
  const given = (roster?.entries ?? []).map(({ actorId, name }) => `${actorId} as ${name}`);
  if (given.join() === right.join()) return [];
  return [`the roster is ${given.join()}, not ${right.join()}`];
}

function faultsOfCard(asked: Asked, { blocks }: AssembledContext): readonly string[] {
  const text = blocks.find(({ name }) => name === "card")?.text ?? "";
  const bodies = [...text.matchAll(/(?:says|holds) tx\w+z/gu)].map(([body]) => ({ body }));
  return faultsOfEntries(asked, bodies);
}

/** What was said before the answered row in a channel of the conversation, and in no direct message. */
function candidates({ live: { oracle }, visible, reader, answered }: Asked): readonly RowState[] {
  const { channel = "", room, audience } = reader;
  const here = oracle.conversation(room);
  const row = oracle.row(answered ?? "");
  const isPrivate = audience.kind === "members" && audience.direct === true;
  if (channel === "" || isPrivate || isDirect(room.kind)) return [];
  if (oracle.conversation(row.room) !== here || isDirect(row.room.kind)) return [];
  const order = [...oracle.rows.keys()];
  return [...visible]
    .filter((name) => order.indexOf(name) < order.indexOf(row.name))
    .map((name) => oracle.row(name))
    .filter(
      (each) =>
        !each.memory &&
        each.channel !== "" &&
        oracle.conversation(each.room) === here &&
        !isDirect(each.room.kind) &&
        !isDirect(oracle.origin(each.room).kind),
    );
}

/** Rows of the reference and of the replay: of these and no others, each once; all where they are few. */
function faultsOfRecent(asked: Asked, context: AssembledContext): readonly string[] {
  const { live, reader } = asked;
  const reference = context.blocks.find(({ name }) => name === "reference")?.text ?? "";
  const replayed = context.messages.flatMap((message) => ("replayed" in message ? [message] : []));
  const found = candidates(asked);
  const text = (row: RowState): string => `${textToken(row.name, row.version)} `;
  const referred = [...live.oracle.rows.values()].filter((row) => reference.includes(text(row)));
  const given = [
    ...referred.map(({ name }) => live.messageId(name)),
    ...replayed.map(({ messageId }) => messageId),
  ];
  const wanted = found.map(({ name }) => live.messageId(name));
  const [, , kind] = JSON.parse(live.oracle.conversation(reader.room)) as readonly string[];
  const isAcross = kind === "guild" || found.some(({ channel }) => channel !== reader.channel);
  const isWhole = wanted.length <= REPLAY_GROUPS;
  const right = !isAcross ? [] : isWhole ? wanted : given.filter((id) => wanted.includes(id));
  const wrong = [...unequal(live, given, [...new Set(right)])];
  for (const { messageId, role, content } of replayed) {
    const row = found.find(({ name }) => live.messageId(name) === messageId);
    if (row === undefined) continue;
    const isHis = role === "user" ? isByRequester(asked, row) : row.sources !== null;
    if (!isHis) wrong.push(`${row.name} is replayed as ${role}`);
    if (!content.includes(text(row))) wrong.push(`${row.name} is replayed in other words`);
  }
  return wrong;
}
