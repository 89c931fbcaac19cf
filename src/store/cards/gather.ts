import {
  CARD_KINDS,
  type CardDraft,
  type CardEvidence,
  type CardInput,
} from "../../speakers/card/card.js";
import { ownWords } from "../../speakers/lanes/own-words.js";
import { CARD_PROMPT_UNITS } from "../bounds.js";
import type { BoundSession } from "../scope.js";
import { shortInstant } from "../view/instant.js";
import {
  EXISTING,
  FACTS,
  ROWS,
  type ExistingRecord,
  type FactRecord,
  type RowRecord,
} from "./evidence-sql.js";
import { shownText } from "./shown-text.js";
import type { CardSettings } from "./worker.js";

/** What a label of the evidence stands for, as it was when it was read. */
export interface Source {
  readonly rowId: number;
  readonly sourceRow: number;
  /** 0 where the row itself is meant. */
  readonly fact: number;
  readonly rowEpoch: number;
  readonly epoch: number;
}

export interface Gathered {
  readonly input: CardInput;
  /** By the labels of the input. */
  readonly sources: ReadonlyMap<string, Source>;
}

export interface CardKey {
  readonly id: number;
  readonly actorId: string;
  readonly setId: number;
}

/** One piece of evidence, before it has a label. */
interface Piece extends Omit<CardEvidence, "id"> {
  readonly source: Source;
  readonly cited: boolean;
}

/**
 * All that a card is built from: what one person said to one set of audiences, of no other person
 * and no other audience. A label says nothing but a place in this list.
 */
export async function gather(
  session: BoundSession,
  { id, actorId, setId }: CardKey,
  { turnLimit, factLimit }: CardSettings,
): Promise<Gathered> {
  const key = [session.perspectiveId, actorId, setId];
  const rows = await session.query<RowRecord>(ROWS, [...key, turnLimit, id]);
  const facts = await session.query<FactRecord>(FACTS, [...key, factLimit, id]);
  const existing = await session.query<ExistingRecord>(EXISTING, [session.perspectiveId, id]);
  const pieces = within(CARD_PROMPT_UNITS, [
    ...facts.map((fact) => pieceOfFact(fact)),
    ...rows.flatMap((row) => pieceOfRow(row)),
  ]);
  return labelled(pieces, existing);
}

function pieceOfFact(record: FactRecord): Piece {
  const { id, content, row_id, source_row, row_epoch, epoch, cited } = record;
  const source = { rowId: row_id, sourceRow: source_row, fact: id, rowEpoch: row_epoch, epoch };
  return { text: content, at: instantOf(record), truncated: false, cited, source };
}

/** Nobody's words but his own. */
function pieceOfRow(record: RowRecord): readonly Piece[] {
  const { id, content, quoted, row_epoch, epoch, cited } = record;
  const own = ownWords(content, quoted);
  if (own === "") return [];
  const source = { rowId: id, sourceRow: id, fact: 0, rowEpoch: row_epoch, epoch };
  return [{ ...shownText(own), at: instantOf(record), cited, source }];
}

function instantOf({ at }: { readonly at: string | null }): string | null {
  return at === null ? null : shortInstant(at);
}

/** In their order; what the card stands on comes in first, then whatever is first. */
function within(units: number, pieces: readonly Piece[]): readonly Piece[] {
  let left = units;
  const kept = new Set<Piece>();
  for (const cited of [true, false])
    for (const piece of pieces) {
      if (piece.cited !== cited || piece.text.length > left) continue;
      left -= piece.text.length;
      kept.add(piece);
    }
  return pieces.filter((piece) => kept.has(piece));
}

function labelled(pieces: readonly Piece[], existing: readonly ExistingRecord[]): Gathered {
  const sources = new Map<string, Source>();
  const labels = new Map<string, string>();
  const evidence = (prefix: "r" | "f"): readonly CardEvidence[] =>
    pieces
      .filter(({ source: { fact } }) => (fact === 0) === (prefix === "r"))
      .map(({ text, at, truncated, source }, index) => {
        const id = `${prefix}${index + 1}`;
        sources.set(id, source);
        labels.set(keyOf(source.sourceRow, source.fact), id);
        return { id, text, at, truncated };
      });
  const input = { rows: evidence("r"), facts: evidence("f") };
  const drafts = existing.flatMap((entry) => draftOf(entry, labels));
  return { input: { ...input, existing: drafts }, sources };
}

/** An entry is carried over with all that it stands on, or not at all. */
function draftOf(
  { kind, body, confidence, rows, facts }: ExistingRecord,
  labels: ReadonlyMap<string, string>,
): readonly CardDraft[] {
  const cited = rows.map((row, index) => labels.get(keyOf(row, facts[index] ?? 0)));
  const citations = cited.filter((label) => label !== undefined);
  const known = CARD_KINDS.find((one) => one === kind);
  if (citations.length < cited.length || known === undefined) return [];
  return [{ kind: known, body, confidence: confidence / CONFIDENCE_UNIT, citations }];
}

/** A certainty of 1, as it is stored. */
export const CONFIDENCE_UNIT = 1_000_000;

function keyOf(row: number, fact: number): string {
  return `${fact === 0 ? row : "fact"}/${fact}`;
}
