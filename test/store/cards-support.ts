import type { CardDraft, CardInput, CardKind } from "../../dist/speakers/card/card.js";
import type { CardBuild, buildCard } from "../../dist/store/cards/build/build-card.js";
import { refreshCards } from "../../dist/store/cards/refresh-cards.js";
import { turnOnCards } from "../../dist/store/cards/turn-on.js";
import type { CardSettings, CardWorker } from "../../dist/store/cards/worker.js";
import type { CardsReport } from "../../dist/model/card-reports.js";
import type { ModelPort } from "../../dist/store/model-port/model-port.js";
import type { ConversationRef, View } from "../../dist/store/port.js";
import type { Scope } from "../../dist/store/scope.js";
import type { Audience } from "../../dist/speakers/audience.js";
import { bindView } from "../../dist/store/view/view.js";
import { operatorRows } from "./semantic-support.js";
import { NOW, viewTools } from "./spoken.js";

export type Build = typeof buildCard;

const KINDS: Readonly<Record<string, CardKind>> = {
  pref: "communication_pref",
  style: "interaction_style",
  goal: "active_goal",
  past: "relevant_history",
};

/** Makes an entry of whatever begins `pref: `, `style: ` …, and keeps what stood; records its inputs. */
export function echo(seen: CardInput[] = []): Build {
  return async (_models, input, { limits }) => {
    seen.push(input);
    const said = [...input.facts, ...input.rows].flatMap(({ id, text }) => draftOf(id, text));
    const bodies = new Set(said.map(({ body }) => body));
    const all = [...said, ...input.existing.filter(({ body }) => !bodies.has(body))];
    const entries = Object.values(KINDS).flatMap((kind) =>
      all.filter((entry) => entry.kind === kind).slice(0, limits.entriesPerKind),
    );
    return built(entries);
  };
}

function draftOf(id: string, text: string): readonly CardDraft[] {
  const [, prefix = "", body = ""] = /^(\w+): (.*)$/u.exec(text) ?? [];
  const kind = KINDS[prefix];
  return kind === undefined ? [] : [{ kind, body, confidence: 0.5, citations: [id] }];
}

/** An entry for each row and each fact, a word of it: whatever is told of a card tells which row. */
export function verbatim(word: RegExp = /\S+/u): Build {
  const draftsOf = (verb: string, pieces: CardInput["rows"]): readonly CardDraft[] =>
    pieces.map(({ id, text }) => {
      const body = `${verb} ${word.exec(text)?.[0]}`;
      return { kind: "relevant_history", body, confidence: 0.5, citations: [id] };
    });
  return async (_models, { rows, facts }) =>
    built([...draftsOf("says", rows), ...draftsOf("holds", facts)]);
}

export function built(
  entries: readonly CardDraft[],
  rejected: Readonly<Record<string, number>> = {},
): CardBuild {
  return { ok: true, entries, rejected, substantive: entries.length > 0 };
}

export type CardFailure = Extract<CardBuild, { readonly ok: false }>["failure"];

export function failing(failure: CardFailure): Build {
  return async () => ({ ok: false, failure, detail: "as it was told to", rejected: {} });
}

/** No test of the store's half asks a model. */
function silent(model: string): ModelPort {
  return { model, complete: () => Promise.reject(new Error("it was asked")) };
}

export const MODELS = {
  general: silent("general"),
  admission: silent("admission"),
  curation: silent("curation"),
};

export const SETTINGS: CardSettings = { entriesPerKind: 3, turnLimit: 500, factLimit: 60 };

export function workerOf(build: Build, settings: Partial<CardSettings> = {}): CardWorker {
  return { models: MODELS, settings: { ...SETTINGS, ...settings }, build };
}

/** Turns cards on and builds what is due. */
export async function refresh(
  scope: Scope,
  build: Build = echo(),
  settings: Partial<CardSettings> = {},
): Promise<CardsReport> {
  const worker = workerOf(build, settings);
  await turnOnCards(scope, worker.models);
  return refreshCards(scope, worker);
}

export async function cardView(
  scope: Scope,
  place: ConversationRef,
  audience: Audience,
  requester: string | null = "u1",
): Promise<View> {
  const destination = { conversation: place, audience, asOf: NOW };
  const asked = requester === null ? {} : { requester: { id: requester } };
  return bindView(scope, { destination, ...asked }, { ...(await viewTools()), cards: true });
}

/** The bodies of a requester's card, as they are told. */
export async function cardIn(...at: Parameters<typeof cardView>): Promise<readonly string[]> {
  return (await (await cardView(...at)).card()).map(({ body }) => body);
}

/** As if a pause, or the time of a lease, were over; what waits for more evidence still does. */
export function passTime(scope: Scope): Promise<unknown> {
  return operatorRows(
    scope,
    `update backread.cards set claimed_until = '-infinity',
       next_try_at = case when isfinite(next_try_at) then '-infinity' else next_try_at end
     where perspective_id = $1`,
  );
}

/** Cards with what is known of each, as the database has it. */
export async function cardRows(
  scope: Scope,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return operatorRows(
    scope,
    `select actor_id, dirty, invalid, outcome, failure_count, marker is not null as building,
       written_count from backread.cards where perspective_id = $1 order by actor_id, id`,
  );
}

export async function bodiesStored(scope: Scope): Promise<readonly string[]> {
  const rows = await operatorRows(
    scope,
    `select body from backread.card_entries where perspective_id = $1 order by id`,
  );
  return rows.map(({ body }) => String(body));
}

/** Everything that cards have stored, as text; no source without its entry, no entry without one. */
export async function cardRemains(scope: Scope): Promise<string> {
  const rows = await operatorRows(
    scope,
    `select row_to_json(c)::text as row from backread.cards c where perspective_id = $1
     union all select row_to_json(e)::text from backread.card_entries e where perspective_id = $1
     union all select row_to_json(s)::text from backread.card_sources s where perspective_id = $1`,
  );
  return rows.map(({ row }) => String(row)).join("\n");
}

export async function strayParts(scope: Scope): Promise<number> {
  const [row] = await operatorRows(
    scope,
    `select (select count(*) from backread.card_sources s where s.perspective_id = $1
        and s.entry_id not in (select id from backread.card_entries where perspective_id = $1))
      + (select count(*) from backread.card_entries e where e.perspective_id = $1
        and e.id not in (select entry_id from backread.card_sources where perspective_id = $1))
      + (select count(*) from backread.card_entries e where e.perspective_id = $1
        and e.card_id not in (select id from backread.cards where perspective_id = $1)) as stray`,
  );
  return Number(row?.["stray"]);
}
