import { readBytes } from "../../log/http/bounded-text.js";
import { underDeadline } from "../../log/http/deadline.js";
import { BackreadError } from "../../model/error-base.js";
import type { StopSignal } from "../../model/signal.js";

/** The part of `fetch` that is used. */
export type OpenAiFetch = (
  url: string,
  init: {
    readonly method: "POST";
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/** What can be wrong before an answer is looked into. */
export type PostFailure = "malformed" | "refused" | "status" | "timeout" | "unreachable";

/** Makes the error of whoever asks. The reason holds no text and no key; `status` is of HTTP. */
export type Fault = (failure: PostFailure, reason: string, status?: number) => BackreadError;

export interface Client {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly fetch: OpenAiFetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly fault: Fault;
}

/** Bytes of an answer: 64 vectors of 16,000 numbers, each written at length, are 24 MB. */
const MAX_ANSWER_BYTES = 67_108_864;
/** The first pause; each next one is twice as long. */
const PAUSE_MS = 250;
/** The longest pause, whatever a server asks for. */
const MAX_PAUSE_MS = 20_000;
/** Texts that a server will not take, however often it is asked. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 422]);
const PASSING: ReadonlySet<number> = new Set([408, 409, 429]);

/** An answer that may be better next time. */
interface Failed {
  readonly error: BackreadError;
  /** Milliseconds that the server asks for; null where it says nothing. */
  readonly pauseMs: number | null;
}

type Outcome = { readonly bytes: Uint8Array } | Failed;

/** The body of the first good answer. Errors: those of `client.fault`; the signal's reason. */
export async function post(
  client: Client,
  body: string,
  signal: StopSignal | undefined,
): Promise<Uint8Array> {
  for (let tried = 0; ; tried++) {
    const outcome = await attempt(client, body, signal);
    if ("bytes" in outcome) return outcome.bytes;
    if (tried >= client.retries) throw outcome.error;
    await pause(client, outcome.pauseMs ?? PAUSE_MS * 2 ** tried, signal);
  }
}

async function attempt(
  client: Client,
  body: string,
  signal: StopSignal | undefined,
): Promise<Outcome> {
  const { timeoutMs, fault } = client;
  const error = fault("timeout", `no whole answer within ${timeoutMs} ms`);
  try {
    return await underDeadline({ signal, ms: timeoutMs, late: () => error }, (stop) =>
      exchange(client, body, stop),
    );
  } catch (thrown) {
    if (signal?.aborted === true || (thrown instanceof BackreadError && thrown !== error))
      throw thrown;
    return { error: thrown === error ? error : unreachable(fault, thrown), pauseMs: null };
  }
}

async function exchange(client: Client, body: string, signal: AbortSignal): Promise<Outcome> {
  const { url, headers, fetch, fault } = client;
  const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
  const { status } = response;
  if (status === 200) {
    const bytes = await readBytes(response, MAX_ANSWER_BYTES);
    if (bytes !== null) return { bytes };
    throw fault("malformed", `the answer is longer than ${MAX_ANSWER_BYTES} bytes`);
  }
  // What a server says about a request may quote it: only the number is kept.
  await response.body?.cancel();
  const error = fault(REFUSED.has(status) ? "refused" : "status", `answered ${status}`, status);
  if (!PASSING.has(status) && status < 500) throw error;
  return { error, pauseMs: retryAfter(response.headers.get("retry-after")) };
}

/** Seconds, or a date. */
function retryAfter(value: string | null): number | null {
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}

function pause(client: Client, ms: number, signal: StopSignal | undefined): Promise<void> {
  return underDeadline(
    { signal, ms: 2 * MAX_PAUSE_MS, late: () => pauseTooLong(client.fault) },
    () => client.sleep(Math.min(ms, MAX_PAUSE_MS)),
  );
}

function pauseTooLong(fault: Fault): BackreadError {
  return fault("timeout", "a pause did not end");
}

/** Of what a runtime throws only a code is kept, such as ECONNREFUSED. */
function unreachable(fault: Fault, thrown: unknown): BackreadError {
  const code = codeOf(thrown) ?? codeOf(thrown instanceof Error ? thrown.cause : null);
  const reason = "the connection failed" + (code === null ? "" : `: ${code}`);
  return fault("unreachable", reason);
}

function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return null;
  const { code } = thrown;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? code : null;
}
