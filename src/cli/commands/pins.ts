import type { Pinboard } from "../../model/answers.js";
import { count, has, positionals, sequence, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { explainNothing } from "../nothing-found.js";
import type { OpenedLog } from "../opened-log.js";
import { orInterrupted } from "../or-interrupted.js";
import { printJson } from "../print-json.js";
import { withProgress } from "../read-progress.js";
import { coverageText, footer, plural } from "../render-coverage.js";
import { renderPin } from "../render-pins.js";
import { scopeOrOnlyDesk } from "../scope.js";
import { createTools } from "../tools.js";
import { withSource } from "../with-source.js";

export const pins: Command = {
  name: "pins",
  summary: "what a desk or thread has pinned, by !pin lines of its messages",
  usage: "--in PATH",
  details:
    "The pins that stand, the most recent first; 12 unless --limit says otherwise. " +
    "Without --desk it is the general desk, or the only one there is. Markers are read " +
    "from the newest 2,048 rows; with --before, the board is as it stood before that row.",
  options: ["in", "desk", "thread", "before", "limit", "format", "map", "issues", "json"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const before = sequence(args, "before");
  const limit = count(args, "limit") ?? undefined;
  const recall = await createTools(io, args);
  const read = async (opened: OpenedLog): Promise<ExitCode> => {
    const conversation = await scopeOrOnlyDesk(opened, args);
    const board = await withProgress(io, opened, (options) =>
      recall.readPinboard(opened.log, conversation, { ...options, before, limit }),
    );
    if (has(args, "json")) await printJson(io, "pinsOutput", board);
    else print(io, board);
    if (board.pins.length > 0) return EXIT.found;
    await explainNothing(io, recall, opened, { conversation });
    return EXIT.empty;
  };
  return orInterrupted(
    args,
    () => withSource(io, args, read),
    (coverage) => printJson(io, "pinsOutput", { pins: [], cut: 0, coverage }),
  );
}

function print({ out }: Io, { pins, cut, coverage }: Pinboard): void {
  for (const pin of pins) out.write(`${renderPin(out, pin).join("\n")}\n\n`);
  const found = pins.length === 0 ? "nothing pinned" : plural(pins.length, "pin");
  const left = cut === 0 ? "" : `, ${cut} more left out by the limit`;
  const covered = coverageText(coverage, () => "a marker there is not on this board");
  out.write(`${footer(out, `${found}${left} · ${covered}`).join("\n")}\n`);
}
