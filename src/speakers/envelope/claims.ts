import type { ConversationKind } from "../../model/conversation-ref.js";
import { firstPresent, objectOf, plain } from "./fields.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { Slot } from "./slot.js";
import { instantOf } from "./timestamp.js";

/** What the first block about the conversation says; empty where it says nothing that can be used. */
export interface ConversationClaim {
  readonly channel: string;
  readonly channelLabel: string;
  readonly replyTarget: string;
  readonly at: string;
  readonly sentAt: string | undefined;
  readonly routeKind: ConversationKind | undefined;
}

const NOTHING: ConversationClaim = {
  channel: "",
  channelLabel: "",
  replyTarget: "",
  at: "",
  sentAt: undefined,
  routeKind: undefined,
};

const CHANNEL_ID = /^(?:channel|group):([^]+)$/;
const DIRECT_ID = /^(?:direct|dm):/;

/** Who sent a message and where, of the genuine blocks of its envelope in text order. */
export class Claims {
  readonly identity: Slot<string> = new Slot();
  readonly label: Slot<string> = new Slot();
  readonly conversation: Slot<ConversationClaim> = new Slot();
  readonly #platform: string;

  /** `platform` is the connector's type: its transport can name nobody of another. */
  constructor(platform: string) {
    this.#platform = normalPlatform(platform);
  }

  /** `value` is undefined for a block whose JSON cannot be read, which claims all that it could. */
  take(label: string, value: Json | undefined): void {
    switch (label.toLowerCase()) {
      case "actor":
        this.#actor(value);
        break;
      case "conversation info":
        this.#conversation(value);
        break;
      case "sender":
        this.#sender(value);
        break;
    }
  }

  #actor(value: Json | undefined): void {
    if (!isObject(value)) {
      this.identity.claim("");
      this.label.claim("");
      return;
    }
    const here = normalPlatform(plain(value["platform"])) === this.#platform;
    this.identity.claim(here ? plain(value["user_id"]) : "");
    if ("display_name" in value) this.label.claim(plain(value["display_name"]));
  }

  #conversation(value: Json | undefined): void {
    if (!isObject(value)) {
      this.identity.claim("");
      this.label.claim("");
      this.conversation.claim(NOTHING);
      return;
    }
    this.#senderOf(value);
    this.conversation.claim(conversationOf(value));
  }

  #senderOf(value: JsonObject): void {
    const nested = objectOf(value["sender"]);
    if ("sender_id" in value) this.identity.claim(plain(value["sender_id"]));
    else if (nested !== undefined && "id" in nested) this.identity.claim(plain(nested["id"]));
    if (nested === undefined) {
      if ("sender" in value) this.label.claim(plain(value["sender"]));
      return;
    }
    const label = firstPresent(nested, ["name", "display_name", "username"]);
    if (label !== undefined) this.label.claim(plain(label));
  }

  #sender(value: Json | undefined): void {
    const label = isObject(value)
      ? firstPresent(value, ["name", "display_name", "label"])
      : undefined;
    this.label.claim(plain(label));
  }
}

function conversationOf(value: JsonObject): ConversationClaim {
  const chat = plain(value["chat_id"]);
  const at = plain(value["timestamp"]);
  return {
    channel: CHANNEL_ID.exec(chat)?.[1] ?? "",
    channelLabel: plain(firstPresent(value, ["group_channel", "conversation_label"])).trim(),
    replyTarget: plain(value["reply_to_id"]),
    at,
    sentAt: instantOf(at),
    routeKind: DIRECT_ID.test(chat) ? "dm" : undefined,
  };
}

function normalPlatform(platform: string): string {
  return platform.trim().toLowerCase();
}
