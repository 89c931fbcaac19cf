import { once } from "node:events";
import { Guest } from "../guest/run.js";
import type { SeenRequest, Step } from "../scripted-server.js";
import { completion } from "../facts-support.js";

/**
 * When to kill: so long after the start, or when the model is asked for the so-manieth time, which
 * it then answers or does not.
 */
export type Moment =
  | { readonly after: "start"; readonly milliseconds: number }
  | {
      readonly after: "request";
      readonly request: number;
      readonly unanswered?: true;
      readonly milliseconds: number;
    }
  | "never";

/** Told of each request that a model gets, while a reader is at work. */
export interface Bell {
  /** Whether the request is to be answered. */
  ring: () => boolean;
}

/** Two facts of whatever it is given, always the same: whoever reads a text finds the same in it. */
export function answerOf(bell: Bell): (request: SeenRequest) => Step {
  return ({ json }) => {
    if (!bell.ring()) return { hang: true };
    const { messages } = json as { readonly messages: readonly { readonly content: string }[] };
    const [text] = (messages.at(-1)?.content ?? "").split("\n");
    const facts = [{ text: `${text} (first)` }, { text: `${text} (second)` }];
    return completion(JSON.stringify({ facts }));
  };
}

export interface Reading {
  readonly killed: boolean;
  readonly milliseconds: number;
}

/** Reads what waits in a process of its own, which is killed unless it ends before. */
export async function readInAProcess(
  at: { readonly url: string; readonly modelUrl: string; readonly bell: Bell },
  moment: Moment,
): Promise<Reading> {
  const started = performance.now();
  const guest = new Guest("read-facts", [at.url, at.modelUrl]);
  const closed = once(guest.process, "close") as Promise<[number | null, string | null]>;
  let timer: NodeJS.Timeout | undefined;
  const killIn = (milliseconds: number): void => {
    timer ??= setTimeout(() => guest.process.kill("SIGKILL"), milliseconds);
  };
  let requests = 0;
  at.bell.ring = () => {
    requests++;
    if (moment === "never" || moment.after === "start" || requests !== moment.request) return true;
    killIn(moment.milliseconds);
    return moment.unanswered !== true;
  };
  if (moment !== "never" && moment.after === "start") killIn(moment.milliseconds);
  const [code, signal] = await closed;
  clearTimeout(timer);
  at.bell.ring = () => true;
  const killed = signal === "SIGKILL";
  if (!killed && code !== 0) throw new Error(`the reader failed (${code}): ${guest.output}`);
  return { killed, milliseconds: performance.now() - started };
}
