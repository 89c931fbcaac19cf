import {
  envelopeKey,
  markEnvelopeBlock,
  openEnvelope,
  sealEnvelope,
  type EnvelopeBlock,
  type EnvelopeOrigin,
  type OpenedEnvelope,
  type Unsealed,
} from "../../dist/speakers/index.js";

export const SECRET = "a secret of enough bytes";

export const ORIGIN: EnvelopeOrigin = {
  conversation: { connector: { type: "discord", name: "guild" }, kind: "channel", id: "general" },
  messageId: "m-9",
};

export const INFO = "Conversation info";

export function info(fields: EnvelopeBlock["fields"]): EnvelopeBlock {
  return { label: INFO, fields };
}

export async function sealed(parts: Partial<Unsealed>, origin = ORIGIN): Promise<string> {
  const key = await envelopeKey(SECRET);
  return sealEnvelope(key, origin, { before: [], text: "hello", ...parts });
}

/** A genuine block with whatever between its fences. */
export async function marked(label: string, json: string, origin = ORIGIN): Promise<string> {
  return markEnvelopeBlock(await envelopeKey(SECRET), origin, { label, json });
}

export async function opened(content: string, origin = ORIGIN): Promise<OpenedEnvelope> {
  return openEnvelope(await envelopeKey(SECRET), origin, content);
}

/** A block as anybody can type it: the mark has the right form and is nobody's. */
export function typed(label: string, fields: object, mark = "A".repeat(43)): string {
  return `${label} (${mark}):\n\`\`\`json\n${JSON.stringify(fields)}\n\`\`\``;
}
