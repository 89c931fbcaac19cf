/** What passes between a client and its worker. All of it is plain data. */
import type { Page } from "../log/port.js";
import type { WalkProgress } from "../log/walk.js";
import type { ErrorJson } from "../model/error-base.js";
import type { Candidate } from "../model/match.js";
import type { Coverage, Sequence } from "../model/message.js";
import type { LogRecall } from "../recall/recall.js";
import type { SearchSession } from "../recall/search-session.js";

/** Which expressions a worker's recall takes. */
export type RegexChoice = false | "re2js" | "re2wasm";

export interface WorkerSettings {
  readonly core: {
    readonly kind: "wasm" | "reference" | undefined;
    /** A compiled module, or where to fetch it. */
    readonly module: object | { readonly href: string } | undefined;
  };
  readonly regex: RegexChoice;
}

export type LogMethod = keyof LogRecall;
export type SessionMethod = Extract<keyof SearchSession, "query" | "refresh" | "extend">;
export type CandidatesMethod = "stage" | "change" | "ask";

/** A part of the candidates that one change adds. */
export interface CandidateSlice {
  /** How many of the change were sent before; what is staged behind them was given up. */
  readonly at: number;
  readonly candidates: readonly Candidate[];
}

/** The last slice, with which the change is made. */
export interface CandidateChange extends CandidateSlice {
  readonly removed: readonly string[];
}

export interface CandidateQuestion {
  readonly query: string;
  readonly limit: number;
}

export interface CallRequest {
  /** Names the call in what is said about it later. */
  readonly id: number;
  /** The session, or the candidates, that are asked; null for the log. */
  readonly session: number | null;
  readonly method: LogMethod | SessionMethod | CandidatesMethod | "prepareCandidates";
  /** The first argument of a method that has one besides its options. */
  readonly input?: unknown;
  /** Without what cannot be sent: the signal and the callback. */
  readonly options: object;
  readonly aborted: boolean;
}

/** What the worker keeps until it is told to close it. */
export interface HeldState {
  readonly id: number;
}

/** What a session says of itself whenever that can have changed. */
export interface SessionState extends HeldState {
  readonly size: number;
  readonly coverage: Coverage;
}

export type CallReply = CallSuccess | CallFailure;

export interface CallSuccess {
  readonly ok: true;
  readonly value: unknown;
  /** Of the session that was opened or asked. */
  readonly session: SessionState | null;
  /** What was opened by the call, a session or candidates. */
  readonly held: HeldState | null;
  readonly progress: readonly WalkProgress[];
}

export interface CallFailure {
  readonly ok: false;
  readonly error: WireError;
  readonly progress: readonly WalkProgress[];
}

export interface ReadRequest {
  /** The call that the read is for: its signal is the one that the log is given. */
  readonly call: number;
  readonly before: Sequence | null;
  readonly limit: number;
  /** What the call has to report, so that reports and reads keep their order without waiting. */
  readonly progress: readonly WalkProgress[];
}

export type ReadReply =
  | { readonly type: "page"; readonly page: Page }
  | { readonly type: "failed"; readonly error: WireError }
  /** The call's signal has fired, or nobody waits for the call any more. */
  | { readonly type: "aborted" };

export type WireError =
  | { readonly type: "backread"; readonly json: ErrorJson }
  | { readonly type: "error"; readonly name: string; readonly message: string }
  | { readonly type: "thrown"; readonly value: unknown };

/** Sent once by a worker in a browser. */
export interface Lifeline {
  /** The name of a lock that the worker holds until it ends. */
  readonly lifeline?: string;
}

/** What the worker answers to. */
export interface WorkerApi {
  /** Resolves when what the settings name has been loaded, or could not be. */
  start(settings: WorkerSettings): Promise<void>;
  /** Never rejects by itself: an error is a reply, since its class would not survive. */
  call(request: CallRequest): Promise<CallReply>;
  abort(call: number): void;
  close(held: number): void;
}

/** What the client answers to. */
export interface HostApi {
  readBefore(request: ReadRequest): Promise<ReadReply>;
}
