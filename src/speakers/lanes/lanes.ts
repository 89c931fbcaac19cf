import { ownWords } from "./own-words.js";

/** Whose words a lane holds: the sender's, those of somebody he quotes, or an agent's. */
export type LaneRole = "requester" | "subject" | "assistant";

/** One stream of words of one speaker. */
export interface Lane {
  readonly role: LaneRole;
  readonly text: string;
  /** Of a human; empty where none is known, and always on the assistant lane. */
  readonly actorId: string;
  /** The row that says the words: the quoted one on a subject lane. */
  readonly row: number;
}

export type AuthorType = "operator" | "person" | "agent" | "system";

/** The stored row that a quote was matched to. */
export interface QuotedRow {
  readonly row: number;
  readonly authorType: AuthorType;
  /** Empty where it is not known. */
  readonly actorId: string;
}

/** What lanes are made of: columns of a stored row, never its text's own claims. */
export interface LaneRow {
  readonly row: number;
  readonly authorType: AuthorType;
  readonly actorId: string;
  readonly content: string;
  /** What it quotes; empty where it quotes nothing. */
  readonly quoted: string;
  /** Null while the quote is not verified: its words are then nobody's. */
  readonly quotedRow: QuotedRow | null;
}

/**
 * The lanes of a row, each with the actor that a row names. A quote has a lane only where it was
 * matched to a row of somebody, that row is not in `read` (its words would count twice), and no
 * agent said it. Joins and other service rows have no lanes. Blank lanes are left out.
 */
export function lanesOf(row: LaneRow, read: ReadonlySet<number>): readonly Lane[] {
  return [...ownLane(row), ...subjectLane(row, read)].filter(({ text }) => text !== "");
}

function ownLane({ row, authorType, actorId, content, quoted }: LaneRow): readonly Lane[] {
  if (authorType === "system") return [];
  const text = ownWords(content, quoted);
  if (authorType === "agent") return [{ role: "assistant", text, actorId: "", row }];
  return [{ role: "requester", text, actorId: humanOf({ authorType, actorId }), row }];
}

function subjectLane({ quoted, quotedRow }: LaneRow, read: ReadonlySet<number>): readonly Lane[] {
  if (quotedRow === null || read.has(quotedRow.row)) return [];
  if (quotedRow.authorType === "agent" || quotedRow.authorType === "system") return [];
  const { row } = quotedRow;
  return [{ role: "subject", text: quoted.trim(), actorId: humanOf(quotedRow), row }];
}

function humanOf({ authorType, actorId }: Pick<QuotedRow, "authorType" | "actorId">): string {
  return authorType === "person" ? actorId : "";
}
