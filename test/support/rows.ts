import { createCore, createRecall, type Message, type Recall } from "../../dist/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";

/** Both kinds of core; every property of recall is shown on each. */
export const CORE_KINDS = ["wasm", "reference"] as const;
export type CoreKind = (typeof CORE_KINDS)[number];

export async function recallOver(kind: CoreKind): Promise<Recall> {
  return createRecall({ core: await createCore({ kind }), regex: createRe2jsEngine() });
}

/** A row with what a test does not care about filled in. */
export function row(
  sequence: number,
  content: string,
  rest: Partial<Omit<Message, "sequence" | "content">> = {},
): Message {
  const author = { type: "person", id: "ana", label: "Ana" } as const;
  return { sequence, content, chatId: "lab", parent: null, author, ...rest };
}

export const LAB = { deskId: "lab", deskName: "Lab", threadRoot: null } as const;

export function thread(root: number): { deskId: string; deskName: string; threadRoot: number } {
  return { ...LAB, threadRoot: root };
}
