/** A transcript that is open, and recall over it in a worker. */
import {
  arrayLog,
  createCore,
  createRecall,
  type Conversation,
  type MessageHit,
  type Range,
  type Recall,
  type SearchPattern,
  type Sequence,
} from "../../dist/index.js";
import { createRe2jsEngine } from "../../dist/regex/index.js";
import { createRecallWorker, type RecallWorker } from "../../dist/worker/index.js";
import { Store } from "./store.js";
import { Transcript, type Imported } from "./transcript.js";

export interface Room {
  readonly transcript: Transcript;
  /** What reads the log runs in a worker. */
  readonly worker: RecallWorker;
}

/** What the page shows. */
export interface PageState {
  readonly room: Room | null;
  readonly deskId: string;
  readonly threadRoot: Sequence | null;
  /** The row that was gone to. */
  readonly current: Sequence | null;
  /** What is marked in the transcript. */
  readonly pattern: SearchPattern | null;
  /** What the search found, as it is listed. */
  readonly hits: readonly MessageHit[];
}

export type PageStore = Store<PageState>;

export function createPageStore(): PageStore {
  return new Store<PageState>({
    room: null,
    deskId: "",
    threadRoot: null,
    current: null,
    pattern: null,
    hits: [],
  });
}

/** Throws `WorkerUnavailableError`. */
export function openRoom(imported: Imported, onCrash: (reason: string) => void): Room {
  const transcript = new Transcript(imported);
  const worker = createRecallWorker({
    log: arrayLog(transcript.messages),
    onCrash: (error) => onCrash(error.message),
  });
  return { transcript, worker };
}

/** What is on this side of the worker: code and marks of the rows in view. */
export async function createPageRecall(): Promise<Recall> {
  return createRecall({ core: await createCore(), regex: createRe2jsEngine() });
}

/** Where a text is to be marked; an expression that is over its budget here marks nothing. */
export function marksOf(recall: Recall, pattern: SearchPattern | null, text: string): Range[] {
  if (pattern === null) return [];
  try {
    return recall.highlight(pattern, text);
  } catch {
    return [];
  }
}

/** The same, but letters scattered over a text are left alone: they only say why a row was found. */
export function wordMarksOf(recall: Recall, pattern: SearchPattern | null, text: string): Range[] {
  const marks = marksOf(recall, pattern, text);
  return marks.length > 1 ? [] : marks;
}

/** The desk or thread that is being read. */
export function shownConversation({ room, deskId, threadRoot }: PageState): Conversation | null {
  return room === null ? null : room.transcript.conversation(deskId, threadRoot);
}
