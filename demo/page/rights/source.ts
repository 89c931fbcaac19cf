/** Exports that the rights mode reads: the sample workspace, or files that were chosen. */
import { isGzip, isZip } from "../../../dist/cli/magic.js";
import type { SourceFormat } from "../../../dist/cli/source-format.js";
import { idScopeOf } from "../../../dist/cli/store/id-scope.js";
import type { ImportTarget } from "../../../dist/cli/store/import-events.js";
import {
  detect,
  formatOfFolder,
  formatOfZip,
  HEAD_BYTES,
  readExport,
  readFolder,
  type ImportItem,
} from "../../../dist/import/index.js";
import { parseMessageLine } from "../../../dist/model/message-json.js";
import type { ChosenFile } from "../import-protocol.js";
import type { ImportOptions } from "./protocol.js";

const OWN_HEAD_LINES = 5;

export interface ExportSource {
  readonly name: string;
  readonly items: AsyncIterable<ImportItem>;
  readonly target: ImportTarget;
  /** Ids of the agent as its platform gives them. */
  readonly agentIds: readonly string[];
}

const SAMPLE = import.meta.glob<string>("../../workspace/**/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The ferry society's workspace, with the agent that two of its people write to. */
export function sampleSource(): ExportSource {
  const entries = Object.entries(SAMPLE).map(([path, text]) => {
    return { path: path.slice(path.indexOf("workspace/") + 10), source: new Blob([text]) };
  });
  return {
    name: "The sample workspace",
    items: readFolder(entries),
    target: {
      connector: { type: "slack", name: "sound" },
      ids: idScopeOf("slack"),
      otherwise: { kind: "unknown" },
      fallbackRoom: "workspace",
      ownNumbers: false,
    },
    agentIds: ["U0KEEPER", "B0KEEPER"],
  };
}

export async function sourceOf(
  name: string,
  files: readonly ChosenFile[],
  { otherwise, agentIds }: ImportOptions,
): Promise<ExportSource> {
  const [only, ...others] = files;
  const one = only !== undefined && others.length === 0 ? only : null;
  const entries = files.map(({ path, blob }) => ({ path, source: blob }));
  const format = one === null ? named(await formatOfFolder(entries)) : await formatOf(one);
  return {
    name,
    items: one === null ? readFolder(entries) : readExport(one.path, one.blob),
    target: {
      connector: { type: format, name },
      ids: idScopeOf(format),
      otherwise: { kind: otherwise },
      fallbackRoom: name,
      ownNumbers: format === "jsonl",
    },
    agentIds,
  };
}

async function formatOf({ path, blob }: ChosenFile): Promise<SourceFormat> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  if (isZip(head)) return named(await formatOfZip(path, blob));
  const lines = new TextDecoder().decode(head).split("\n", OWN_HEAD_LINES);
  if (lines.some((line) => parseMessageLine(line).ok)) return "jsonl";
  return head.length === 0 || isGzip(head) ? "rows" : named(detect(path, head));
}

function named(format: Awaited<ReturnType<typeof formatOfFolder>>): SourceFormat {
  return format === "slack-zip" ? "slack" : format;
}
