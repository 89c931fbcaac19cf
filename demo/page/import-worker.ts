/** Reads exports away from the page's own thread, and hands the rows over a few thousand at a time. */
import { BackreadError, type Message } from "../../dist/index.js";
import { collect, readExport, readFolder, type ImportItem } from "../../dist/import/index.js";
import type { ImportEvent, ImportRequest } from "./import-protocol.js";

const BATCH_ROWS = 4096;

addEventListener("message", ({ data }: MessageEvent<ImportRequest>) => {
  void run(data);
});

async function run(request: ImportRequest): Promise<void> {
  try {
    const batch = new Batch();
    const { desks, report } = await collect(batch.takeFrom(itemsOf(request)));
    batch.send();
    tell({ type: "end", desks, report: { ...report, imported: batch.taken } });
  } catch (error) {
    tell({ type: "failed", error: plain(error) });
  }
}

function itemsOf({ files }: ImportRequest): AsyncIterable<ImportItem> {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return readExport(only.path, only.blob);
  return readFolder(files.map(({ path, blob }) => ({ path, source: blob })));
}

class Batch {
  taken = 0;
  #rows: Message[] = [];

  /** Takes the messages out; desks and issues go on to whoever collects them. */
  async *takeFrom(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
    for await (const item of items) {
      if (item.type !== "message") yield item;
      else {
        this.taken++;
        this.#rows.push(item.message);
        if (this.#rows.length >= BATCH_ROWS) this.send();
      }
    }
  }

  send(): void {
    tell({ type: "rows", rows: this.#rows });
    this.#rows = [];
  }
}

function plain(error: unknown): Extract<ImportEvent, { type: "failed" }>["error"] {
  if (error instanceof BackreadError) return error.toJSON();
  return { message: error instanceof Error ? error.message : String(error) };
}

function tell(event: ImportEvent): void {
  postMessage(event);
}
