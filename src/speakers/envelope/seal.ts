import { InvalidArgumentError } from "../../model/errors.js";
import { isLabel, markedBlock, markedText } from "./grammar.js";
import type { Json } from "./json.js";
import { markOf, type EnvelopeOrigin } from "./mark.js";

/** One block that a transport sends along. */
export interface EnvelopeBlock {
  readonly label: EnvelopeLabel;
  readonly fields: { readonly [name: string]: Json };
}

export type ReplyLabel =
  | "Reply target of current user message"
  | "Replied message"
  | "Reply context";

export type EnvelopeLabel = "Actor" | "Conversation info" | "Sender" | ReplyLabel;

/** What a transport wraps: a person's words, as they are, and what it knows of them. */
export interface Unsealed {
  readonly before: readonly EnvelopeBlock[];
  readonly text: string;
  /** The last one stands for what is answered where `before` has none. */
  readonly after?: readonly (EnvelopeBlock & { readonly label: ReplyLabel })[];
}

/**
 * One block with its mark, from its JSON as it is to be sent. Errors: `InvalidArgumentError` for a
 * label that is none.
 */
export async function markEnvelopeBlock(
  key: CryptoKey,
  origin: EnvelopeOrigin,
  { label, json }: { readonly label: string; readonly json: string },
): Promise<string> {
  if (!isLabel(label)) throw InvalidArgumentError.of("block.label", "cannot be a label");
  return markedBlock(label, json, await markOf(key, origin, markedText(label, json)));
}

/** A text in its envelope, of which `openEnvelope` makes the same text again. */
export async function sealEnvelope(
  key: CryptoKey,
  origin: EnvelopeOrigin,
  { before, text, after = [] }: Unsealed,
): Promise<string> {
  const seal = ({ label, fields }: EnvelopeBlock): Promise<string> =>
    markEnvelopeBlock(key, origin, { label, json: JSON.stringify(fields) });
  const first = await Promise.all(before.map(seal));
  const last = await Promise.all(after.map(seal));
  return first.map((block) => `${block}\n`).join("") + text + last.map((b) => `\n${b}`).join("");
}
