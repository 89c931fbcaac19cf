import type { SearchPattern } from "../../model/match.js";
import type { Conversation, Coverage } from "../../model/message.js";
import type { Recall } from "../../recall/recall.js";
import type { LimitOptions } from "../../recall/threads.js";
import type { ThreadsOutput } from "../../wire/commands.js";
import { count, has, positionals, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { markedSpans } from "../marked-spans.js";
import { explainNothing } from "../nothing-found.js";
import type { OpenedLog } from "../opened-log.js";
import { orInterrupted } from "../or-interrupted.js";
import { printJson } from "../print-json.js";
import { withProgress } from "../read-progress.js";
import { coverageText, footer, plural } from "../render-coverage.js";
import { renderThread } from "../render-thread.js";
import { scopeOrOnlyDesk } from "../scope.js";
import { createTools, readPattern } from "../tools.js";
import { withSource } from "../with-source.js";

export const threads: Command = {
  name: "threads",
  summary: "the live threads of a desk, or those that open with certain words",
  usage: "--in PATH",
  details:
    "Threads within the newest 256 rows, the most recently answered first; 5 unless " +
    "--limit says otherwise. With --search, those whose opening words match best; 8.",
  options: [
    ...(["in", "desk", "search", "limit", "format", "map", "engine", "issues", "json"] as const),
  ],
  run,
};

interface Asked {
  readonly conversation: Conversation;
  readonly pattern: SearchPattern | null;
}

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const query = text(args, "search");
  const pattern = query === null ? null : readPattern(query);
  const limit = count(args, "limit") ?? undefined;
  const recall = await createTools(io, args, pattern);
  const read = async (opened: OpenedLog): Promise<ExitCode> => {
    const conversation = await scopeOrOnlyDesk(opened, args);
    const found = await withProgress(io, opened, (options) =>
      find(recall, opened, { conversation, pattern }, { ...options, limit }),
    );
    if (has(args, "json")) await printJson(io, "threadsOutput", found);
    else print(io, recall, pattern, found);
    if (linesOf(found).length > 0) return EXIT.found;
    await explainNothing(io, recall, opened, { conversation });
    return EXIT.empty;
  };
  return orInterrupted(
    args,
    () => withSource(io, args, read),
    (coverage) => printJson(io, "threadsOutput", nothing(pattern, coverage)),
  );
}

function nothing(pattern: SearchPattern | null, coverage: Coverage): ThreadsOutput {
  return pattern === null ? { threads: [], coverage } : { hits: [], coverage };
}

function find(
  recall: Recall,
  { log }: OpenedLog,
  { conversation, pattern }: Asked,
  options: LimitOptions,
): Promise<ThreadsOutput> {
  return pattern === null
    ? recall.threadIndex(log, conversation, options)
    : recall.searchThreads(log, { conversation, pattern }, options);
}

function linesOf(found: ThreadsOutput): ThreadLines {
  return "threads" in found ? found.threads : found.hits.map(({ line }) => line);
}

type ThreadLines = Extract<ThreadsOutput, { readonly threads: unknown }>["threads"];

function print(
  { out }: Io,
  recall: Recall,
  pattern: SearchPattern | null,
  found: ThreadsOutput,
): void {
  const lines = linesOf(found);
  for (const line of lines) {
    const ranges = pattern === null ? [] : recall.highlight(pattern, line.opening);
    const opening = markedSpans(line.opening, ranges, out.paint.match);
    out.write(`${renderThread(out, line, opening).join("\n")}\n`);
  }
  if (lines.length > 0) out.write("\n");
  const count = lines.length === 0 ? "no threads" : plural(lines.length, "thread");
  const covered = coverageText(found.coverage, () => "threads there are not listed");
  out.write(`${footer(out, `${count} · ${covered}`).join("\n")}\n`);
}
