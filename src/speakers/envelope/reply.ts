import { MAX_REPLY_BODY_BYTES } from "./bounds.js";
import { plain } from "./fields.js";
import { isObject, type Json } from "./json.js";
import { isPlain } from "../plain-text.js";
import type { UnresolvedReason } from "./reasons.js";

/** What the reply blocks of an envelope say. Its author is a claim: only a stored row names one. */
export interface ReplyClaim {
  readonly reason: UnresolvedReason;
  readonly authorId: string;
  readonly label: string;
  readonly body: string;
  /** The transport's id of what is answered; empty where no block says it. */
  readonly messageId: string;
}

const IDENTITY = ["sender_id", "sender_label", "name", "message_id", "platform"] as const;

/** Reasons for which not even the id of what is answered is believed. */
const CLOSED: ReadonlySet<UnresolvedReason> = new Set([
  "contradictory_edges",
  "malformed_candidate",
  "malformed_identity",
]);

export function closesReply({ reason }: ReplyClaim): boolean {
  return CLOSED.has(reason);
}

/** The claim of the first block of the text and of the last, which must agree where both are. */
export function replyClaim(
  first: Json | undefined | null,
  last: Json | undefined | null,
): ReplyClaim | null {
  if (first === null) return last === null ? null : claimOf(last);
  if (last === null || signature(first) === signature(last)) return claimOf(first);
  return unresolved("contradictory_edges");
}

function claimOf(block: Json | undefined): ReplyClaim {
  if (!isObject(block)) return unresolved("malformed_candidate");
  const present = IDENTITY.flatMap((name) => (name in block ? [block[name]] : []));
  const bad = present.some((value) => typeof value === "string" && !isPlain(value));
  const named = [block["sender_id"], block["sender_label"], block["name"]];
  if (bad) return unresolved("malformed_identity");
  if (named.every((value) => plain(value) === "")) return unresolved("malformed_candidate");
  if (present.some((value) => typeof value !== "string")) return unresolved("malformed_identity");
  const identity = {
    authorId: plain(block["sender_id"]),
    label: plain(block["sender_label"]) || plain(block["name"]),
    messageId: plain(block["message_id"]),
  };
  return { ...identity, ...bodyOf(block["body"]) };
}

function bodyOf(value: Json | undefined): Pick<ReplyClaim, "body" | "reason"> {
  if (value === undefined) return { body: "", reason: "unresolved_actor" };
  if (typeof value !== "string") return { body: "", reason: "malformed_body" };
  const body = value.trim();
  if (body.length > MAX_REPLY_BODY_BYTES || bytesOf(body) > MAX_REPLY_BODY_BYTES)
    return { body: "", reason: "oversized_body" };
  return { body, reason: "unresolved_actor" };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function unresolved(reason: UnresolvedReason): ReplyClaim {
  return { reason, authorId: "", label: "", body: "", messageId: "" };
}

/** What two blocks must share to be one claim; all that cannot be read is alike, and names nobody. */
function signature(block: Json | undefined): string {
  if (!isObject(block)) return "";
  const { sender_id, sender_label, name, body, message_id, platform } = block;
  const trimmed = [sender_id, sender_label ?? name, body, message_id].map(trim);
  return JSON.stringify([...trimmed, lower(trim(platform))]);
}

function trim(value: Json | undefined): Json {
  return typeof value === "string" ? value.trim() : (value ?? null);
}

function lower(value: Json): Json {
  return typeof value === "string" ? value.toLowerCase() : value;
}
