import type { SpeakerScope } from "../../dist/speakers/config/speaker-config.js";
import { MAX_FACTS, MAX_HITS } from "../../dist/store/bounds.js";
import type { ConditionedAnswer, SpeakerCondition } from "../../dist/store/port.js";
import { callTool } from "../../dist/tools/call-tool.js";
import { plainSchema } from "../../dist/tools/json-schema.js";
import { profileTools } from "../../dist/tools/profiles.js";
import { COMMON } from "./live.js";
import type { RowState } from "./oracle.js";
import { unequal, type Asked, type Path, type Told } from "./paths.js";
import { actorOf, headOf, isSpoken, participants, searched, withMerged } from "./spoken.js";

/** The ways by which it is told who said what. */
export const SPEAKER_PATHS: readonly Path[] = [
  { name: "roster", ask: (asked) => roster(asked, "channel") },
  { name: "roster over channels", ask: (asked) => roster(asked, "conversation") },
  { name: "facts of an actor", ask: factsOfActors },
  { name: "search by speaker", ask: (asked) => searchEach(asked, "channel") },
  { name: "search by speaker over channels", ask: (asked) => searchEach(asked, "conversation") },
  { name: "tool search_history by speaker", ask: searchHistory },
];

/** Who is there, by which name, in which order: all of that and nothing else. */
async function roster({ live, view, reader, visible }: Asked, scope: SpeakerScope): Promise<Told> {
  const told = await view.roster({ scope });
  const wanted = participants(live.oracle, reader, { visible, scope });
  const wrong: string[] = [];
  const given = told.entries.map(({ actorId, name }) => `${actorId} as ${name}`);
  const right = wanted.map(({ actorId, name }) => `${actorId} as ${name}`);
  if (given.join() !== right.join())
    wrong.push(`the roster is ${given.join()}, not ${right.join()}`);
  for (const { handle, actorId } of told.entries) {
    const theirs = wanted.find((each) => each.actorId === actorId);
    if (theirs?.labels.includes(handle) !== true) wrong.push(`${handle} is a handle of ${actorId}`);
  }
  return { answers: [told], wrong, pairs: wanted.length };
}

/** Rows of people among those that are asked for, one of each account. */
function someSpoken({ live, some }: Asked): readonly RowState[] {
  const rows = some.map((name) => live.oracle.row(name)).filter((row) => isSpoken(row));
  const accounts = new Map(rows.map((row) => [accountKey(row), row]));
  return [...accounts.values()];
}

function accountKey({ room, by }: RowState): string {
  return JSON.stringify([room.connector.type, room.connector.name, by]);
}

/**
 * His facts are those of the rows that he said, by whichever account; the words of others that he
 * quotes are theirs.
 */
async function factsOfActors(asked: Asked): Promise<Told> {
  const { live, view, visible } = asked;
  const answers: unknown[] = [];
  const wrong: string[] = [];
  const accounts = someSpoken(asked);
  for (const row of accounts) {
    const actor = { id: row.by, namespace: row.room.connector };
    const told = await view.facts({ actor, limit: MAX_FACTS });
    answers.push(told);
    const own = told.facts.filter(({ role }) => role === "requester");
    const isHis = withMerged(live.oracle, (other) => accountKey(other) === accountKey(row));
    const theirs = [...visible].filter((name) => isHis(live.oracle.row(name)));
    const given = own.map(({ messageId }) => messageId);
    wrong.push(...unequal(live, given, messageIds(asked, theirs)));
    const said = new Set([...live.oracle.rows.values()].filter(isHis).map(({ by }) => by));
    if (told.facts.some(({ author }) => !said.has(author?.id ?? "")))
      wrong.push(`a fact is not by ${row.by}`);
    if (told.counts.author !== told.facts.length) wrong.push("counts what it does not give");
  }
  return { answers, wrong, pairs: accounts.length };
}

function messageIds({ live }: Asked, rows: readonly string[]): readonly string[] {
  return rows.map((name) => live.messageId(name));
}

/** Whom a search can be about, and which rows are his words. */
interface Target {
  readonly who: SpeakerCondition["who"];
  readonly isHis: (row: RowState) => boolean;
}

function targetsOf(asked: Asked): readonly Target[] {
  const { live, reader } = asked;
  const actors = new Set(someSpoken(asked).map((row) => actorOf(row)));
  const { connector: namespace } = reader.room;
  const requester = { namespace, id: reader.requester };
  const named = [...actors].map((actorId): Target => {
    const head = live.oracle.headOf(actorId);
    return { who: { actorId }, isHis: (row) => isSpoken(row) && headOf(live.oracle, row) === head };
  });
  const isRequester = withMerged(live.oracle, (row) => {
    const account = { namespace: row.room.connector, id: row.by };
    const isSame =
      accountKey(row) === JSON.stringify([namespace.type, namespace.name, reader.requester]);
    return isSame || live.oracle.linked(requester, account);
  });
  const isOwn = ({ sources, memory }: RowState): boolean => sources !== null && !memory;
  return [...named, { who: "requester", isHis: isRequester }, { who: "you", isHis: isOwn }];
}

async function searchEach(asked: Asked, scope: SpeakerScope): Promise<Told> {
  const answers: unknown[] = [];
  const wrong: string[] = [];
  const targets = targetsOf(asked);
  for (const target of targets) {
    const speaker: SpeakerCondition = { who: target.who, only: true, scope };
    const answer = await asked.view.search(COMMON, { limit: MAX_HITS, voices: true, speaker });
    answers.push(answer);
    const who = JSON.stringify(target.who);
    wrong.push(...faultsOf(asked, answer, { ...target, scope }).map((each) => `${who}: ${each}`));
  }
  return { answers, wrong, pairs: targets.length };
}

/** His rows of the place and no others; where there are none, where others quote him there. */
function faultsOf(
  asked: Asked,
  answer: ConditionedAnswer,
  { who, isHis, scope }: Target & { readonly scope: SpeakerScope },
): readonly string[] {
  const { live, reader, visible, answered } = asked;
  const isSearched = searched(live.oracle, reader, scope);
  const looked = [...visible]
    .filter((name) => name !== answered)
    .map((name) => live.oracle.row(name))
    .filter((row) => !row.memory && isSearched?.(row) === true);
  const own = looked.filter((row) => isHis(row));
  const wanted = own.length > 0 ? own : looked.filter((row) => quotes(asked, row, isHis));
  const given = answer.hits.map(({ messageId }) => messageId);
  const right = wanted.map(({ name }) => live.messageId(name));
  // Where more are his than an answer holds, which of them is a matter of their order.
  const few = right.length <= MAX_HITS ? right : given.filter((id) => right.includes(id));
  const wrong = [...unequal(live, given, few)];
  if (given.length < Math.min(MAX_HITS, right.length)) wrong.push("not all of his are given");
  const { unresolved, counts } = answer.speakers ?? { unresolved: true, counts: null };
  if (unresolved !== (isSearched === null)) wrong.push(`unresolved is ${String(unresolved)}`);
  const others = looked.length - own.length;
  if (!unresolved && (counts?.matching !== own.length || counts.otherSpeakers !== others))
    wrong.push(`counts ${JSON.stringify(counts)}, not ${own.length} and ${others}`);
  if (typeof who === "object")
    for (const id of given)
      if (answer.voiceOf?.(id)?.is(who.actorId) !== true) wrong.push(`${id} is another's voice`);
  return wrong;
}

function quotes(
  { live: { oracle }, reader, visible }: Asked,
  { name }: RowState,
  isHis: (row: RowState) => boolean,
): boolean {
  const source = oracle.quoted(name);
  if (source === undefined || source.name === name) return false;
  return visible.has(source.name) && isHis(source) && oracle.quotationVisible(name, reader);
}

/** The tool as a request is told of it that has a roster: its handles are in the schema. */
async function searchHistory(asked: Asked): Promise<Told> {
  const { live, view, reader, visible, answered } = asked;
  const scope = "channel";
  const snapshot = await view.roster({ scope });
  const speakers = { annotations: true, selection: true, snapshot, scope } as const;
  const tools = profileTools("history", speakers);
  const call = (args: object): Promise<unknown> =>
    callTool(tools, view, { name: "search_history", arguments: args }, { speakers });
  const schemas = tools.map(({ input }) => plainSchema(input));
  const mine = { query: COMMON, speaker: "requester", speaker_only: true };
  const answers: unknown[] = [schemas, await call({ query: COMMON }), await call(mine)];
  const wrong: string[] = [];
  const schema = JSON.stringify(schemas);
  for (const { handle, actorId } of snapshot.entries) {
    if (!schema.includes(`"${handle}"`)) wrong.push(`${handle} cannot be chosen`);
    const answer = await call({ query: COMMON, speaker: handle, speaker_only: true });
    answers.push(answer);
    const json = JSON.stringify(answer);
    const isSearched = searched(live.oracle, reader, scope);
    const his = [...visible].filter((name) => {
      const row = live.oracle.row(name);
      return isSpoken(row) && headOf(live.oracle, row) === actorId && isSearched?.(row) === true;
    });
    const isTold = (name: string): boolean => json.includes(live.messageId(name));
    const others = [...live.messageIds.keys()].filter((name) => !his.includes(name));
    wrong.push(...others.filter(isTold).map((name) => `${name} is told as said by ${handle}`));
    const left = his.filter((name) => name !== answered);
    if (left.length > 0 && !left.some(isTold)) wrong.push(`nothing of ${handle} is told`);
  }
  return { answers, wrong, pairs: snapshot.entries.length };
}
