import { InvalidArgumentError } from "../../model/errors.js";
import type { FactAnswer } from "../../model/stored.js";
import { DEFAULT_FACTS, MAX_FACTS } from "../bounds.js";
import { checkCount } from "../check-count.js";
import type { FactOptions } from "../port.js";
import { reading, type BoundSession, type Scope } from "../scope.js";
import { checkSpeaker, resolveSpeaker } from "../search/speaker/resolve-speaker.js";
import { storable } from "../text.js";
import { readRights, type Binding, type Rights } from "../view/binding.js";
import { EligibleSql } from "../view/eligible.js";
import { checkFilters, resolveFilters } from "../view/filters.js";
import { Parameters } from "../view/parameters.js";
import { factsSql, type FactsAsked } from "./facts-sql.js";
import { reportOf, toFact, voices, type FactRecord } from "./read-fact.js";

/** Facts, and the message ids of the rows that each stands on. */
export interface SourcedFacts {
  readonly answer: FactAnswer;
  readonly sources: readonly (readonly string[])[];
}

/** See `View.facts`. */
export async function queryFacts(
  scope: Scope,
  binding: Binding,
  options: FactOptions = {},
): Promise<SourcedFacts> {
  const { limit = DEFAULT_FACTS, query, speaker, signal } = options;
  checkCount("limit", limit, { most: MAX_FACTS });
  checkFilters(options);
  if (speaker !== undefined) checkSpeaker(speaker);
  const words = query === undefined ? null : storable(query.trim());
  if (words === "") throw InvalidArgumentError.of("query", "must not be blank");
  return reading(
    scope,
    async (session) => {
      const rights = await readRights(session, binding);
      const asked = await resolve(session, binding, { ...options, limit, words, rights });
      return asked === null ? NOBODY : queryIn(session, rights, asked, options);
    },
    { signal },
  );
}

/** A strict speaker that does not hold here: nothing is looked for, and nothing is counted. */
const NOBODY: SourcedFacts = Object.freeze({
  answer: {
    facts: [],
    counts: Object.freeze({ author: 0, other: 0, unknown: 0 }),
    speakers: { unresolved: true, filtered: false, recalled: false, counts: null },
  },
  sources: [],
});

/** Null for a strict speaker that does not hold here. */
async function resolve(
  session: BoundSession,
  binding: Binding,
  options: FactOptions & Pick<FactsAsked, "limit" | "words"> & { readonly rights: Rights },
): Promise<FactsAsked | null> {
  const { actor, after, before, channels, words, limit, voices: named = false } = options;
  const speaker =
    options.speaker === undefined ? null : await resolveSpeaker(session, binding, options.speaker);
  if (speaker === null && options.speaker?.only === true) return null;
  const filters = {
    ...(actor === undefined ? {} : { actor }),
    ...(channels === undefined ? {} : { channels }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
  const filter = await resolveFilters(session, binding, filters, options.rights.merged);
  return { filter, speaker, words, limit, named };
}

async function queryIn(
  session: BoundSession,
  { sets }: Rights,
  asked: FactsAsked,
  { speaker }: FactOptions,
): Promise<SourcedFacts> {
  const { perspectiveId } = session;
  const parameters = new Parameters();
  const sql = new EligibleSql(parameters, { perspectiveId, sets });
  const text = factsSql(parameters, sql, asked);
  const records = await session.query<FactRecord>(text, parameters.values);
  const { author = 0, other = 0, unknown = 0 } = records[0] ?? {};
  const found = records.filter(({ fact_id }) => fact_id !== null);
  return {
    answer: {
      facts: found.map((record) => toFact(record)),
      counts: Object.freeze({ author, other, unknown }),
      ...(speaker === undefined ? {} : { speakers: reportOf(asked.speaker, records[0]) }),
      ...(asked.named ? { voiceOf: voices(found) } : {}),
    },
    sources: found.map(({ message_id, read_in }) => [...new Set([message_id, read_in])]),
  };
}

/** The first facts alone. */
export function clipFacts(found: SourcedFacts, most: number): SourcedFacts {
  if (most >= found.sources.length) return found;
  const kept = Math.max(0, most);
  const { answer, sources } = found;
  return {
    answer: { ...answer, facts: answer.facts.slice(0, kept) },
    sources: sources.slice(0, kept),
  };
}

/** Those that the caller has room for. */
export function clipToRoom(found: SourcedFacts, { roomFor }: FactOptions = {}): SourcedFacts {
  return roomFor === undefined ? found : clipFacts(found, roomFor(found.answer));
}
