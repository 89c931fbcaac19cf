import { basename, extname } from "node:path";
import { choice, has, positionals, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { bookIssue } from "../imported-log.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { IssueBook } from "../issue-book.js";
import { openItems, type OpenedItems } from "../open-items.js";
import { SOURCE_FORMATS } from "../source-format.js";
import { printJson } from "../print-json.js";
import { progressOn } from "../progress.js";
import { untilAborted } from "../until-aborted.js";
import { readOtherwise } from "../store/import-audience.js";
import { ImportBatches } from "../store/import-batches.js";
import { ImportEvents, qualify, type ImportTarget } from "../store/import-events.js";
import { ImportTally } from "../store/import-tally.js";
import { idScopeOf } from "../store/id-scope.js";
import { readConnector } from "../store/names.js";
import { renderImport } from "../store/render-import.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";
import type { Store } from "../../store/store-port.js";
import type { ImportOutput } from "../../wire/store.js";

export const importCommand: Command = {
  name: "import",
  summary: "an export into a store, where rights are kept with every row",
  usage: "PATH",
  details:
    "Every format that the other commands read. Rows that are there already are left as they " +
    "are, so an import that was cut off goes on where it stopped when it is run again. Who may " +
    "read a room is taken from the export where it says so, and from --audience where it does " +
    "not; rows of which nobody knows who could read them are kept and never found.",
  options: [...STORE_OPTIONS, "connector", "audience", "agent", "format", "map", "issues", "json"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  const [path] = positionals(args, ["PATH"]);
  const otherwise = readOtherwise(text(args, "audience"));
  const opened = await openItems(io, {
    path,
    format: choice(args, "format", SOURCE_FORMATS),
    map: text(args, "map"),
  });
  const format = await opened.format();
  const named = text(args, "connector");
  const connector =
    named === null
      ? { type: format, name: basename(path, extname(path)) }
      : readConnector("--connector", named);
  const target: ImportTarget = {
    connector,
    ids: idScopeOf(format),
    otherwise,
    fallbackRoom: basename(path),
    ownNumbers: format === "jsonl",
  };
  return withStore(io, args, (store) => importInto(store, { io, args, opened, target }));
}

function readIds(value: string | null): string[] {
  return (value ?? "")
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
}

interface Import {
  readonly io: Io;
  readonly args: Args;
  readonly opened: OpenedItems;
  readonly target: ImportTarget;
}

async function importInto(store: Store, work: Import): Promise<ExitCode> {
  const { io, args, opened, target } = work;
  const issues = new IssueBook(has(args, "issues"));
  const tally = new ImportTally();
  const agents = text(args, "agent");
  const agentIds = readIds(agents).map((id) => qualify(id, target));
  // A host's connector keeps the agents that it was declared with.
  const declared = agents === null ? {} : { agentIds };
  await store.declare({ ...target.connector, ids: target.ids, ...declared });
  const whole = await write(store, work, { issues, tally });
  const { connector } = target;
  if (has(args, "json"))
    await printJson(io, "importOutput", { connector, ...totals(tally, issues) });
  else renderImport(io.out, { connector, tally, path: opened.path });
  issues.report(io);
  if (!whole) {
    io.err.write("backread: interrupted; the same command goes on from what is stored\n");
    return EXIT.interrupted;
  }
  return tally.seen > 0 ? EXIT.found : EXIT.empty;
}

/** False when the user interrupted it; what was taken in until then is stored. */
async function write(
  store: Store,
  { io, opened, target }: Import,
  { issues, tally }: { readonly issues: IssueBook; readonly tally: ImportTally },
): Promise<boolean> {
  const events = new ImportEvents(target);
  const batches = new ImportBatches();
  const progress = progressOn(io.err);
  const ingest = async (batch: Parameters<Store["ingest"]>[0]): Promise<void> => {
    io.signal.throwIfAborted();
    tally.add(await store.ingest(batch));
    progress.step({ what: "importing", rows: tally.seen, part: opened.part() });
  };
  try {
    for await (const item of untilAborted(opened.items, io.signal)) {
      if (item.type === "issue") issues.add(bookIssue(item.issue));
      if (item.type !== "message") continue;
      for (const batch of batches.add(events.next(item))) await ingest(batch);
    }
    for (const batch of batches.rest()) await ingest(batch);
    return true;
  } catch (error) {
    if (!io.signal.aborted) throw error;
    return false;
  } finally {
    progress.end();
  }
}

function totals(tally: ImportTally, issues: IssueBook): Omit<ImportOutput, "connector"> {
  const { stored, repeated, withoutEvidence, clipped, refused } = tally;
  return {
    stored,
    repeated,
    withoutEvidence,
    clipped,
    refused: Object.fromEntries(refused),
    issues: issues.total,
    lost: issues.lost,
  };
}
