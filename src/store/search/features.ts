import type { ScoreParts } from "../port.js";
import type { Candidate } from "./pool.js";

/**
 * Every number here is in the unit of BM25 as it is kept: millionths, in which a word that one row
 * in a thousand holds is worth about 7,000,000. Recency and rooms are small beside that: all of them
 * together are 220,000, so they choose between rows whose words are worth about the same.
 */
export const FEATURES = {
  /** The neighbour share comes in tenths: half of each nearest row, a fifth of each next. */
  neighbourTenths: 10,
  /** A speaker whom the question names adds a quarter of words and neighbours. */
  speakerDivisor: 4,
  /** What a row of now is given, halved with each half-life. */
  recency: 100_000,
  recencyHalfLifeSeconds: 2_592_000,
  requesterSpoke: 60_000,
  sameConversation: 40_000,
  sameNamespace: 20_000,
  /** The recent window of the conversation loses half of its score: the turn has it already. */
  windowDivisor: 2,
  /** One point of the recall tiers (400 to 1,100 for a literal). */
  literalPoint: 10_000,
} as const;

export interface Matched {
  /** Whether the question names the row's author. */
  readonly named: boolean;
  /** Points of the recall tiers, over all literals. */
  readonly literal: number;
  /** What its likeness to the query is worth. */
  readonly semantic: number;
}

/** The parts of a score, each an integer. A part of 0 is left out. */
export function partsOf(candidate: Candidate, { named, literal, semantic }: Matched): ScoreParts {
  const { words } = candidate;
  const neighbours = Math.floor(candidate.neighbours / FEATURES.neighbourTenths);
  const literals = literal * FEATURES.literalPoint;
  const speaker = named ? Math.floor((words + neighbours) / FEATURES.speakerDivisor) : 0;
  const recency = recencyOf(candidate.age);
  const spoke = candidate.requesterSpoke ? FEATURES.requesterSpoke : 0;
  const conversation = candidate.sameConversation ? FEATURES.sameConversation : 0;
  const namespace = candidate.sameNamespace ? FEATURES.sameNamespace : 0;
  const wished = { words, neighbours, literal: literals, semantic, speaker, recency };
  const rooms = { requesterSpoke: spoke, sameConversation: conversation, sameNamespace: namespace };
  const total = sumOf({ ...wished, ...rooms });
  const window = candidate.inWindow ? -Math.floor(total / FEATURES.windowDivisor) : 0;
  const parts = Object.entries({ ...wished, ...rooms, recentWindow: window });
  return Object.freeze(Object.fromEntries(parts.filter(([, part]) => part !== 0)));
}

export function sumOf(parts: ScoreParts): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

/** A row of the future is a row of now; one without a full time is of no age. */
function recencyOf(age: number | null): number {
  if (age === null) return 0;
  const steps = Math.floor(Math.max(age, 0) / FEATURES.recencyHalfLifeSeconds);
  return steps > 30 ? 0 : FEATURES.recency >> steps;
}
