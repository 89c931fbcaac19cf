import { normalLabel } from "../label/normal-label.js";
import { closed, isOneOf, isRecord } from "./answer.js";
import { MAX_CARD_BODY } from "./bounds.js";
import { CARD_KINDS, type CardDraft } from "./card.js";
import { canStand, citing, type Evidence } from "./evidence.js";
import type { EntryReject } from "./reasons.js";

export const ENTRY_KEYS = ["kind", "body", "confidence", "fact_ids", "row_ids"] as const;

/** What ends a line, is half a character, turns the text beside it round, or hides a text in it. */
const UNFIT =
  /[\p{Control}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** The id of somebody, which no text that a model reads may hold. */
const ACTOR_ID = /(?<![\p{L}\p{N}])actor:[^\s:]+:\S/iu;

export type CheckedEntry =
  | { readonly ok: true; readonly draft: CardDraft; readonly trimmed: boolean }
  | { readonly ok: false; readonly reject: EntryReject };

/**
 * One proposed entry, mechanically. A citation of the wrong list counts all the same; one that is
 * no evidence of this input refuses the entry, because nobody can say what it was to bear.
 */
export function checkEntry(value: unknown, evidence: Evidence): CheckedEntry {
  if (!isRecord(value)) return no("entry_not_object");
  const entry = closed(value, ENTRY_KEYS);
  if (entry === null) return no("invalid_entry_shape");
  const { kind, confidence, fact_ids, row_ids } = entry;
  if (!isOneOf(CARD_KINDS, kind)) return no("invalid_kind");
  const body = bodyOf(entry["body"]);
  if (body === null) return no("invalid_body");
  if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1))
    return no("invalid_confidence");
  if (!isIds(fact_ids)) return no("invalid_fact_ids");
  if (!isIds(row_ids)) return no("invalid_row_ids");
  if (!fact_ids.every((id) => evidence.has(id))) return no("unknown_fact_id");
  if (!row_ids.every((id) => evidence.has(id))) return no("unknown_row_id");
  const { citations, trimmed } = citing(new Set([...fact_ids, ...row_ids]), evidence);
  if (citations.length === 0) return no("missing_citations");
  if (!canStand(citations, evidence)) return no("truncated_evidence_only");
  return { ok: true, draft: { kind, body, confidence, citations }, trimmed };
}

function no(reject: EntryReject): CheckedEntry {
  return { ok: false, reject };
}

function bodyOf(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_CARD_BODY) return null;
  const body = value.trim();
  // Of nothing but characters without a shape there is nothing to read.
  if (normalLabel(body) === "") return null;
  return UNFIT.test(body) || ACTOR_ID.test(body) ? null : body;
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}
