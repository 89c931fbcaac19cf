/** The store of the page's rights mode: one import at a time, and questions to it. */
import { createCore, createRecall, type Recall } from "../../../dist/index.js";
import { createRe2jsEngine } from "../../../dist/regex/index.js";
import {
  openStore,
  type ConversationRef,
  type Store,
  type StoreOptions,
} from "../../../dist/store/index.js";
import { nameOfFiles, withinFolder } from "../chosen-files.js";
import type { ChosenFile } from "../import-protocol.js";
import { MemoryDatabase } from "./database.js";
import { importInto } from "./importer.js";
import type {
  Answered,
  HeldBack,
  ImportOptions,
  RightsService,
  Tell,
  Workspace,
} from "./protocol.js";
import { sampleSource, sourceOf, type ExportSource } from "./source.js";

const HITS = 8;
/** Rows on either side of a hit. */
const AROUND = 1;
/** Audit rows among which a search's own is looked for: others may have asked meanwhile. */
const RECENT_AUDITS = 16;

export class Service implements RightsService {
  readonly #database = new MemoryDatabase();
  #tools: Promise<Pick<StoreOptions, "recall" | "regex">> | null = null;
  #store: Store | null = null;
  #stop = new AbortController();
  #perspectives = 0;
  #asked = 0;

  openSample(tell: Tell): Promise<Workspace> {
    return this.#import(async () => sampleSource(), tell);
  }

  open(files: readonly ChosenFile[], options: ImportOptions, tell: Tell): Promise<Workspace> {
    const name = nameOfFiles(files);
    return this.#import(() => sourceOf(name, withinFolder(files), options), tell);
  }

  stop(): void {
    const before = this.#store === null ? "" : "; what was open before is open still";
    this.#stop.abort(new Error(`The import was stopped${before}.`));
  }

  async ask(room: ConversationRef, question: string): Promise<Answered> {
    const store = this.#store;
    if (store === null) throw new Error("nothing has been imported yet");
    const audience = await store.audienceOf(room);
    if (audience === null) throw new Error("nobody knows who reads in this room");
    const asOf = new Date().toISOString();
    const view = await store.view({ destination: { conversation: room, audience, asOf } });
    const toolCallId = `page-${++this.#asked}`;
    const answer = await view.search(question, { limit: HITS, neighbours: AROUND, toolCallId });
    return { answer, heldBack: await heldBack(store, toolCallId) };
  }

  /** Each import is a perspective of its own: nothing of another is ever in its answers. */
  async #import(find: () => Promise<ExportSource>, tell: Tell): Promise<Workspace> {
    this.#stop.abort(new Error("Something else was opened meanwhile."));
    const stop = new AbortController();
    this.#stop = stop;
    const { signal } = stop;
    const source = await find();
    const database = await this.#database.open(tell);
    signal.throwIfAborted();
    const perspective = { tenant: "", agent: `page-${++this.#perspectives}` };
    this.#tools ??= makeTools();
    const store = await openStore({ database, perspective, ...(await this.#tools) });
    const workspace = await importInto(store, source, { tell, signal });
    signal.throwIfAborted();
    this.#store = store;
    return workspace;
  }
}

async function makeTools(): Promise<{
  readonly recall: Recall;
  readonly regex: ReturnType<typeof createRe2jsEngine>;
}> {
  const regex = createRe2jsEngine();
  return { recall: createRecall({ core: await createCore(), regex }), regex };
}

async function heldBack(store: Store, toolCallId: string): Promise<HeldBack | null> {
  const audits = await store.audit({ limit: RECENT_AUDITS });
  return audits.find((audit) => audit.toolCallId === toolCallId)?.excluded ?? null;
}
