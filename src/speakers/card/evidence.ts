import { InvalidArgumentError } from "../../model/errors.js";
import { MAX_CITATIONS } from "./bounds.js";
import type { CardEvidence, CardInput } from "./card.js";

/** What may be cited, by id, in the order in which citations are kept. */
export type Evidence = ReadonlyMap<string, CardEvidence>;

const ROW_ID = /^r[1-9][0-9]*$/;
const FACT_ID = /^f[1-9][0-9]*$/;

/**
 * The evidence of an input: what can bear an entry alone before what was shortened, facts before
 * rows. Errors: `InvalidArgumentError` for an id that is no label of an input, or names two pieces,
 * and for a time that is none.
 */
export function evidenceOf({ facts, rows }: CardInput): Evidence {
  const all = [...labelled("facts", facts, FACT_ID), ...labelled("rows", rows, ROW_ID)];
  const byWhole = [
    ...all.filter(({ truncated }) => !truncated),
    ...all.filter(({ truncated }) => truncated),
  ];
  return new Map(byWhole.map((piece) => [piece.id, piece]));
}

/** The ids in the order of the evidence, each once, as many as an entry may cite. */
export function citing(
  ids: ReadonlySet<string>,
  evidence: Evidence,
): { readonly citations: readonly string[]; readonly trimmed: boolean } {
  const cited = [...evidence.keys()].filter((id) => ids.has(id));
  return { citations: cited.slice(0, MAX_CITATIONS), trimmed: cited.length > MAX_CITATIONS };
}

/** Whether one of the cited pieces was seen whole. */
export function canStand(citations: readonly string[], evidence: Evidence): boolean {
  return citations.some((id) => evidence.get(id)?.truncated === false);
}

/** As a model is shown it: with its time to the minute, for a finer one can be a message's id. */
export function shown(pieces: readonly CardEvidence[]): readonly object[] {
  return pieces.map(({ id, text, at, truncated }) => ({
    id,
    at: at === null ? null : `${new Date(at).toISOString().slice(0, 16)}Z`,
    text,
    ...(truncated ? { truncated } : {}),
  }));
}

function labelled(
  argument: string,
  pieces: readonly CardEvidence[],
  grammar: RegExp,
): readonly CardEvidence[] {
  const seen = new Set<string>();
  for (const { id, at } of pieces) {
    if (!grammar.test(id) || seen.has(id))
      throw InvalidArgumentError.of(argument, "must have a label of their own each, as r1 or f1");
    if (at !== null && Number.isNaN(Date.parse(at)))
      throw InvalidArgumentError.of(argument, "must have an ISO instant, or null, as time");
    seen.add(id);
  }
  return pieces;
}
