import type { ConversationRef } from "../../model/conversation-ref.js";
import { InvalidArgumentError } from "../../model/errors.js";
import { MIN_SECRET_BYTES } from "./bounds.js";

/** Which message a block belongs to: of the ingest call, never read from a text. */
export interface EnvelopeOrigin {
  readonly conversation: ConversationRef;
  /** The transport's id of the message. */
  readonly messageId: string;
}

const LENGTH_BYTES = 4;
const HMAC = { name: "HMAC", hash: "SHA-256" };

/**
 * The key of a connector's secret, which cannot be read out again. Errors: `InvalidArgumentError` for
 * a secret of less than `MIN_SECRET_BYTES` bytes; it says nothing of the secret.
 */
export async function envelopeKey(secret: string | Uint8Array): Promise<CryptoKey> {
  const isText = typeof secret === "string";
  if (!isText && !(secret instanceof Uint8Array))
    throw InvalidArgumentError.of("connector.envelopeSecret", "is neither a text nor bytes");
  const bytes = isText ? encode(secret) : new Uint8Array(secret);
  if (bytes.length < MIN_SECRET_BYTES)
    throw InvalidArgumentError.of(
      "connector.envelopeSecret",
      `is shorter than ${MIN_SECRET_BYTES} bytes`,
    );
  return crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
}

/**
 * HMAC-SHA-256 under the secret, base64url without padding, of six parts: connector type, connector
 * name, kind and id of the conversation's key, message id, and the block without its qualifier. Each
 * part is its UTF-8 bytes after their number as four bytes, the greatest first.
 */
export async function markOf(
  key: CryptoKey,
  { conversation, messageId }: EnvelopeOrigin,
  marked: string,
): Promise<string> {
  const { connector, kind, id } = conversation;
  const parts = [connector.type, connector.name, kind, id, messageId, marked];
  const mac = await crypto.subtle.sign("HMAC", key, prefixed(parts.map(encode)));
  const binary = String.fromCharCode(...new Uint8Array(mac));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Takes as long for a mark that is wrong at its first character as at its last. */
export function isSameMark(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}

function prefixed(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    bytes.set(part, at + LENGTH_BYTES);
    at += LENGTH_BYTES + part.length;
  }
  return bytes;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
