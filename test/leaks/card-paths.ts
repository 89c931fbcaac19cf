import type { CardEntry } from "../../dist/speakers/card/card.js";
import { MAX_CARD_ENTRIES } from "../../dist/store/bounds.js";
import type { View } from "../../dist/store/port.js";
import type { Asked, Path, Told } from "./paths.js";
import type { RowState } from "./oracle.js";
import { headOf, isSpoken } from "./spoken.js";
import { textToken } from "./world.js";

/** What is kept of who asks: first as the last build left it, whatever happened since. */
export const CARD_PATHS: readonly Path[] = [
  { name: "card that was left", ask: (asked) => card(asked, { fresh: false }) },
  { name: "card", ask: (asked) => card(asked, { fresh: true }) },
];

async function card(asked: Asked, { fresh }: { readonly fresh: boolean }): Promise<Told> {
  const { live, view } = asked;
  if (fresh) await live.buildCards();
  const entries = await view.card();
  const wrong = [...faultsOfEntries(asked, entries)];
  if (fresh) wrong.push(...missingOf(asked, entries));
  return { answers: [entries], wrong, pairs: entries.length };
}

const BODY = /^(?<verb>says|holds) (?<token>tx\w+z)$/u;

/** Each entry is the words of one row, which the requester said, as they are now. */
export function faultsOfEntries(
  asked: Asked,
  entries: readonly Pick<CardEntry, "body">[],
): readonly string[] {
  const own = new Set(ownTokens(asked));
  return entries.flatMap(({ body }) => {
    const { verb, token = "" } = BODY.exec(body)?.groups ?? {};
    // Facts are of what others quote of him, too: in the words that are allowed, whoever quotes them.
    const isHis = verb === "holds" ? own.has(token) || isQuoted(asked, token) : own.has(token);
    return isHis ? [] : [`the card tells ${body}`];
  });
}

/** What he said and may be told here is on his card, in his words and as a fact. */
function missingOf(asked: Asked, entries: Awaited<ReturnType<View["card"]>>): readonly string[] {
  if (entries.length >= MAX_CARD_ENTRIES) return [];
  const bodies = new Set(entries.map(({ body }) => body));
  const wanted = ownTokens(asked).flatMap((token) => [`says ${token}`, `holds ${token}`]);
  return wanted.filter((body) => !bodies.has(body)).map((body) => `the card has not ${body}`);
}

function ownTokens(asked: Asked): readonly string[] {
  const { live, visible } = asked;
  return [...visible]
    .map((name) => live.oracle.row(name))
    .filter((row) => isByRequester(asked, row))
    .map(({ name, version }) => textToken(name, version));
}

export function isByRequester({ live: { oracle }, reader }: Asked, row: RowState): boolean {
  const { type } = reader.room.connector;
  const actor = `actor:${type}:${reader.requester}`;
  return isSpoken(row) && headOf(oracle, row) === oracle.headOf(actor);
}

/** Whether a row that may be read quotes him in these words. */
function isQuoted(asked: Asked, token: string): boolean {
  const { live, visible, reader } = asked;
  return [...visible].some((name) => {
    const source = live.oracle.quoted(name);
    if (source === undefined || textToken(source.name) !== token) return false;
    return isByRequester(asked, source) && live.oracle.quotationVisible(name, reader);
  });
}
