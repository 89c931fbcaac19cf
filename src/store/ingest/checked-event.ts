import type { MembershipChange } from "../../speakers/audience-events.js";
import type { Audience } from "../../speakers/audience.js";
import type { EditEvent, MessageEvent, RefusalCode } from "../ingest-port.js";
import type { Numbering } from "./place.js";

/** An event that is well formed, with what the store makes of it. `position` counts in its batch. */
export type CheckedEvent = CheckedMessage | CheckedChange | CheckedMembership;

export interface CheckedMessage {
  readonly type: "message";
  readonly position: number;
  readonly sourceId: string;
  readonly event: MessageEvent;
  readonly numbering: Numbering;
  /** Microseconds of the time of sending; null without a full time. */
  readonly sentAt: number | null;
  readonly authorId: string;
  readonly authorLabel: string;
  readonly actorId: string;
  readonly content: string;
  /** The content had characters that cannot be stored. */
  readonly repaired: boolean;
  readonly audience: Audience | null;
  readonly conversationOnly: boolean;
  /** `unknown` for the agent's own rows: what they were built from was not recorded. */
  readonly lineage: "none" | "unknown";
}

export type CheckedChange = CheckedEdit | CheckedDelete;

export interface CheckedEdit {
  readonly type: "edit";
  readonly position: number;
  readonly sourceId: string;
  readonly by: EditEvent["by"];
  readonly content: string;
  readonly repaired: boolean;
  readonly at: number;
  readonly audience: Audience | null;
}

export interface CheckedDelete {
  readonly type: "delete";
  readonly position: number;
  readonly sourceId: string;
}

export interface CheckedMembership {
  readonly type: "membership";
  readonly position: number;
  /** Null for every channel. */
  readonly channelKey: string | null;
  readonly change: MembershipChange;
}

/** Why an event is refused; thrown and caught inside this folder. Names no text of the event. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}
