import { SEARCH_LIMIT } from "../../model/bounds.js";
import type { MessageHit, SearchQuery, SearchResult } from "../../model/search.js";
import type { SearchPattern } from "../../model/match.js";
import type { Recall } from "../../recall/recall.js";
import { count, has, positionals, sequence, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { explainNothing } from "../nothing-found.js";
import type { OpenedLog } from "../opened-log.js";
import { orInterrupted } from "../or-interrupted.js";
import { printJson } from "../print-json.js";
import { withProgress } from "../read-progress.js";
import { coverageText, footer, plural } from "../render-coverage.js";
import { renderHit } from "../render-hit.js";
import { readRow, scopeOf } from "../scope.js";
import { searchAll } from "../search-all.js";
import type { OptionName } from "../options.js";
import { createTools, readPattern } from "../tools.js";
import { UsageError } from "../usage-error.js";
import { withSource } from "../with-source.js";
import { searchStore } from "../store/search-store.js";

export const search: Command = {
  name: "search",
  summary: "the rows that match best, out of all of them",
  usage: "QUERY --in PATH | --viewing ROOM",
  details:
    "QUERY is text, matched without regard to case; between slashes, as in " +
    "'/low(er)? water/', it is an expression (RE2 syntax). Best first, and of equals " +
    "the newest first; 10 unless --limit says otherwise. Exit 1 when nothing is found. With " +
    "--viewing it asks a store: whole questions are understood, and only what the readers of " +
    "that room may see is found; 8 unless --limit says otherwise, 20 at most, and an expression " +
    "is looked for in the newest 2,048 rows of them.",
  options: [
    ...(["in", "desk", "thread", "author", "before", "limit", "scan"] as const),
    ...(["format", "map", "engine", "issues", "json"] as const),
    ...(["viewing", "requester", "around", "store", "perspective"] as const),
  ],
  run,
};

/** Where one looks decides which of these mean anything; what would be passed over is refused. */
const OF_TRANSCRIPTS = ["desk", "thread", "before", "scan", "format", "map", "issues"] as const;
const OF_STORES = ["requester", "around", "store", "perspective"] as const;

function refuse(args: Args, names: readonly OptionName[], needed: string): void {
  const stray = names.find((name) => has(args, name));
  if (stray !== undefined)
    throw new UsageError(`--${stray} means nothing here`, `it goes with ${needed}`);
}

interface Asked {
  readonly pattern: SearchPattern;
  readonly author: string | null;
  readonly limit: number | null;
  readonly scan: number;
}

async function run(io: Io, args: Args): Promise<ExitCode> {
  if (has(args, "viewing")) {
    if (has(args, "in"))
      throw new UsageError("--in and --viewing are two places to look in", "give one of them");
    refuse(args, OF_TRANSCRIPTS, "--in");
    return searchStore(io, args);
  }
  refuse(args, OF_STORES, "--viewing");
  const asked = readAsked(args);
  const recall = await createTools(io, args, asked.pattern);
  return orInterrupted(
    args,
    () => withSource(io, args, (opened) => searchIn(opened, { io, args, asked, recall })),
    (coverage) => printJson(io, "searchOutput", { hits: [], coverage }),
  );
}

function readAsked(args: Args): Asked {
  const [query] = positionals(args, ["QUERY"]);
  const author = text(args, "author");
  if (author === "")
    throw new UsageError("--author is empty", 'it takes an id, a system kind or "operator"');
  const scan = text(args, "scan") === "all" ? null : count(args, "scan");
  return {
    pattern: readPattern(query),
    author,
    limit: count(args, "limit"),
    scan: scan ?? Infinity,
  };
}

interface Search {
  readonly io: Io;
  readonly args: Args;
  readonly asked: Asked;
  readonly recall: Recall;
}

async function searchIn(opened: OpenedLog, search: Search): Promise<ExitCode> {
  const { io, args, asked, recall } = search;
  const { pattern, author, limit, scan } = asked;
  const scope = await scopeOf(opened, args);
  const query: SearchQuery = {
    pattern,
    scope,
    authorId: author,
    before: sequence(args, "before"),
    ...(limit === null ? {} : { limit }),
  };
  const result = await withProgress(io, opened, (options) =>
    searchAll(recall, opened.log, query, { ...options, scan }),
  );
  if (has(args, "json")) await printJson(io, "searchOutput", result);
  else await print(result, opened, search);
  if (result.coverage.stoppedBy === "aborted") return EXIT.interrupted;
  if (result.hits.length > 0) return EXIT.found;
  await explainNothing(io, recall, opened, { conversation: scope, author });
  return EXIT.empty;
}

async function print(
  { hits, coverage }: SearchResult,
  opened: OpenedLog,
  { io: { out }, asked, recall }: Search,
): Promise<void> {
  for (const hit of hits) {
    const row = await readRow(opened.log, hit.sequence);
    const lines = renderHit(out, hit, row, { recall, opened, pattern: asked.pattern });
    out.write(`${lines.join("\n")}\n\n`);
  }
  const covered = coverageText(coverage, (before) => `add --before ${before}`);
  out.write(`${footer(out, `${found(hits, asked.limit)} · ${covered}`).join("\n")}\n`);
}

/** A full list may not be all that matched. */
function found({ length }: readonly MessageHit[], limit: number | null): string {
  if (length === 0) return "nothing found";
  if (length < (limit ?? SEARCH_LIMIT)) return plural(length, "hit");
  return length === 1 ? "the best hit" : `the ${plural(length, "best hit")}`;
}
