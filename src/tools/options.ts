import { InvalidArgumentError } from "../model/errors.js";
import type { RosterSnapshot } from "../speakers/roster/roster.js";
import type { BoundSnapshot } from "../speakers/selection/select.js";
import type { StopSignal } from "../model/signal.js";
import type { Clock } from "./time/time-point.js";
import { createZone } from "./time/zone.js";
import type { CountTokens } from "./tokens.js";

/** What a request knows of speakers, and which of it its tools may use. Bound by the host. */
export interface SpeakerContext {
  /** Whether answers say whose words a row is: label, handle, role. */
  readonly annotations: boolean;
  /** Whether a call may choose a speaker of the roster, and the requester's own words one. */
  readonly selection: boolean;
  /** Null where the roster is off: there are no handles then. */
  readonly snapshot: RosterSnapshot | null;
  /** What the request was bound to when its tools were described; the snapshot's own when absent. */
  readonly bound?: BoundSnapshot | undefined;
  /** The words of the message that is answered. */
  readonly requesterText?: string | undefined;
  readonly scope: "channel" | "conversation";
}

/** What a host gives a call besides its arguments. None of it comes from the model. */
export interface ToolOptions {
  /** Joins the call to its row in the store's audit. */
  readonly toolCallId?: string | undefined;
  /** An abort rejects; everything else that fails is an answer. */
  readonly signal?: StopSignal | undefined;
  /** What "yesterday" counts from; the present when absent. */
  readonly now?: Date | undefined;
  /** IANA name of the zone for days, for times without one, and for what is shown; UTC when absent. */
  readonly timeZone?: string | undefined;
  /** Tokens of a JSON text; a third of its UTF-8 bytes when absent. */
  readonly countTokens?: CountTokens | undefined;
  /** As for `frameRecalled`: random when absent, lengthened where some text holds it. */
  readonly marker?: string | undefined;
  /** The address of a message in the two-tool profile; `backread:message/ID` when absent. */
  readonly urlOf?: ((messageId: string) => string) | undefined;
  /** Without it, and with both of its gates off, tools and answers know nothing of speakers. */
  readonly speakers?: SpeakerContext | undefined;
  /** Told of each failure that the answer only calls `unavailable`. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Throws `InvalidArgumentError` for a `now` or a zone that is none. */
export function clockOf({ now, timeZone = "UTC" }: ToolOptions): Clock {
  const milliseconds = now?.getTime() ?? Date.now();
  if (Number.isNaN(milliseconds)) throw InvalidArgumentError.of("now", "must be a valid date");
  return { now: milliseconds, zone: createZone(timeZone) };
}
