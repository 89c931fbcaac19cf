import type { Hit } from "../../model/match.js";
import type { Coverage } from "../../model/message.js";
import type { Recall } from "../../recall/recall.js";
import { count, has, positionals, type Args } from "../args.js";
import type { Command } from "../command.js";
import { displayWidth } from "../display-width.js";
import { EXIT, type ExitCode, type Io, type Terminal } from "../io.js";
import { markedSpans } from "../marked-spans.js";
import { readWhole } from "../nothing-found.js";
import type { OpenedLog } from "../opened-log.js";
import { orInterrupted } from "../or-interrupted.js";
import { printJson } from "../print-json.js";
import { printable } from "../printable.js";
import { coverageText, footer, plural } from "../render-coverage.js";
import { createTools, readPattern } from "../tools.js";
import { UsageError } from "../usage-error.js";
import { withSource } from "../with-source.js";
import { wrap } from "../wrap.js";

const KINDS = ["agents", "people", "desks"] as const;
type Kind = (typeof KINDS)[number];

export const find: Command = {
  name: "find",
  summary: "an agent, a person or a desk by a part of its name or id",
  usage: "agents|people|desks QUERY --in PATH",
  details:
    "Who spoke, or where, in any row of the transcript; 8 unless --limit says otherwise. " +
    "Equal names are told apart by the id, which is what other commands take.",
  options: ["in", "limit", "format", "map", "engine", "issues", "json"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  const [kind, query] = positionals(args, ["agents|people|desks", "QUERY"]);
  const known = KINDS.find((each) => each === kind);
  if (known === undefined)
    throw new UsageError(`there are no "${kind}" to find`, `there are ${KINDS.join(", ")}`);
  const pattern = readPattern(query);
  const limit = count(args, "limit") ?? undefined;
  const recall = await createTools(io, args, pattern);
  const read = async (opened: OpenedLog): Promise<ExitCode> => {
    const coverage = await readWhole(io, opened);
    const hits = matching(recall, opened, known)(pattern, limit);
    if (has(args, "json")) await printJson(io, "findOutput", { hits, coverage });
    else print(io, hits, coverage, (text) => recall.highlight(pattern, text));
    return hits.length > 0 ? EXIT.found : EXIT.empty;
  };
  return orInterrupted(
    args,
    () => withSource(io, args, read),
    (coverage) => printJson(io, "findOutput", { hits: [], coverage }),
  );
}

type Matching = (pattern: Parameters<Recall["rankPattern"]>[0], limit?: number) => Hit[];

function matching(recall: Recall, { seen }: OpenedLog, kind: Kind): Matching {
  switch (kind) {
    case "agents":
      return (pattern, limit) => recall.agentsMatching(pattern, seen.roster, limit);
    case "people":
      return (pattern, limit) => recall.peopleMatching(pattern, seen.roster, limit);
    case "desks":
      return (pattern, limit) => recall.desksMatching(pattern, seen.desks, limit);
  }
}

type Highlight = (text: string) => ReturnType<Recall["highlight"]>;

function print({ out }: Io, hits: readonly Hit[], coverage: Coverage, highlight: Highlight): void {
  const width = Math.max(0, ...hits.map(({ id }) => displayWidth(printable(id))));
  for (const hit of hits) out.write(`${renderFound(out, hit, width, highlight).join("\n")}\n`);
  if (hits.length > 0) out.write("\n");
  const found = hits.length === 0 ? "nothing found" : plural(hits.length, "hit");
  const covered = coverageText(coverage, () => "the rest was not looked at");
  out.write(`${footer(out, `${found} · ${covered}`).join("\n")}\n`);
}

/** The id in a column of its own, then the label, the matched one of them marked. */
function renderFound(
  { columns, paint }: Terminal,
  { id, label, field, kind, score }: Hit,
  width: number,
  highlight: Highlight,
): string[] {
  const ranges = (name: typeof field, text: string): ReturnType<Highlight> =>
    name === field ? highlight(text) : [];
  const gap = " ".repeat(width - displayWidth(printable(id)));
  return wrap(
    [
      ...markedSpans(id, ranges("id", id), paint.match),
      { text: `${gap}  ` },
      ...markedSpans(label, ranges("label", label), paint.match),
      {
        text: `  ${kind.replace("_", " ")} ${score}${field === "detail" ? ", in its description" : ""}`,
        paint: paint.faint,
      },
    ],
    { columns, indent: "    ", first: "" },
  );
}
