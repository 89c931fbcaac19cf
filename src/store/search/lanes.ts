import { SEARCH_SCAN } from "../../model/bounds.js";
import { MAX_HITS } from "../bounds.js";
import type { Lane } from "../port.js";
import { isShort, type QueryShape } from "./query-shape.js";
import type { Term } from "./statistics.js";

/** Which rankings answer, and why. Decided by the query and by statistics alone, never by filters. */
export interface LanePlan {
  /** Looked up by trigrams. */
  readonly indexed: readonly string[];
  /** Looked for in the newest rows. */
  readonly walked: readonly string[];
  readonly expression: string | null;
  readonly lanes: readonly { readonly lane: Lane; readonly why: string }[];
}

export interface PlanFacts {
  readonly shape: QueryShape;
  readonly terms: readonly Term[];
  /** Those literals that have trigrams to look up. */
  readonly withTrigrams: ReadonlySet<string>;
}

const HORIZON = `the newest ${SEARCH_SCAN} rows`;

/**
 * Words are ranked wherever the query has any. Literals are looked for besides, where the query
 *
 * - has no word (stop words, signs): then the whole of it is the literal;
 * - holds a token that the parser splits, drops or cannot see (`AT&T`, `sess.opts`, five digits and
 *   more, scripts without spaces);
 * - is one token that fewer than `MAX_HITS` eligible rows hold as a word: it may be part of one.
 */
export function planLanes({ shape, terms, withTrigrams }: PlanFacts): LanePlan {
  if (shape.type === "blank") return planOf([], withTrigrams, []);
  if (shape.type === "expression") {
    const why = `the query is an expression, matched against ${HORIZON}`;
    return {
      indexed: [],
      walked: [],
      expression: shape.source,
      lanes: [{ lane: "expression", why }],
    };
  }
  const words = terms.length > 0;
  const lanes: { lane: Lane; why: string }[] = words
    ? [{ lane: "words", why: "the query has words, ranked by how rare they are" }]
    : [];
  return planOf(literalsOf(shape, terms), withTrigrams, lanes);
}

/** Literals that a text may be searched by, whatever the statistics turn out to be. */
export function possibleLiterals(shape: QueryShape): readonly string[] {
  if (shape.type !== "text") return [];
  return [...new Set([...shape.literals, shape.line])];
}

function literalsOf(
  shape: Extract<QueryShape, { type: "text" }>,
  terms: readonly Term[],
): readonly string[] {
  if (terms.length === 0) return [shape.line];
  if (shape.literals.length > 0) return shape.literals;
  const rare = terms.every(({ frequency }) => frequency < MAX_HITS);
  return shape.single && rare ? [shape.line] : [];
}

function planOf(
  literals: readonly string[],
  withTrigrams: ReadonlySet<string>,
  lanes: LanePlan["lanes"],
): LanePlan {
  const indexed = literals.filter((literal) => !isShort(literal) && withTrigrams.has(literal));
  const walked = literals.filter((literal) => !indexed.includes(literal));
  const added: { lane: Lane; why: string }[] = [];
  if (indexed.length > 0)
    added.push({ lane: "literal", why: "part of the query is looked for as it is spelled" });
  if (walked.length > 0)
    added.push({
      lane: "recent",
      why: `part of the query is too short or has no letters to look up: ${HORIZON} were read`,
    });
  return { indexed, walked, expression: null, lanes: [...lanes, ...added] };
}
