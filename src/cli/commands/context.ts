import { SCAN_LIMIT } from "../../model/bounds.js";
import type { TeamBriefing } from "../../model/context.js";
import type { Conversation, Sequence } from "../../model/message.js";
import type { Roster } from "../../model/roster.js";
import type { StopSignal } from "../../model/signal.js";
import { walk } from "../../log/walk.js";
import { BrevityPolicy } from "../../recall/context.js";
import type { InitialSessionWithContext } from "../../recall/initialize-session.js";
import { count, has, positionals, sequence, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { explainNothing, explainStranger } from "../nothing-found.js";
import type { OpenedLog } from "../opened-log.js";
import { printJson } from "../print-json.js";
import { withProgress } from "../read-progress.js";
import { renderTurn } from "../render-turn.js";
import { RosterFold } from "../roster-fold.js";
import { scopeOrOnlyDesk } from "../scope.js";
import { createTools } from "../tools.js";
import { UsageError } from "../usage-error.js";
import { withSource } from "../with-source.js";

export const context: Command = {
  name: "context",
  summary: "what a turn of an agent would get: briefing, threads, pins, history",
  usage: "--as ID --in PATH",
  details:
    "The briefing, the threads and pins framed as data, and the history, each line under " +
    "its author. Teammates are the agents that spoke in the newest 2,048 rows. Without " +
    "--desk it is the general desk, or the only one there is. With --before, history and " +
    "pins are as they stood before that row; threads are always of now.",
  options: [
    ...(["as", "in", "desk", "thread", "before", "window"] as const),
    ...(["format", "map", "issues", "json"] as const),
  ],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const viewer = text(args, "as");
  if (viewer === null || viewer === "")
    throw new UsageError("--as is missing", "it names the agent whose turn it is: --as ID");
  const before = sequence(args, "before");
  const window = count(args, "window");
  const recall = await createTools(io, args);
  return withSource(io, args, async (opened) => {
    const conversation = await scopeOrOnlyDesk(opened, args);
    const turn = await withProgress(io, opened, async (options) => {
      const roster = await rosterBefore(opened, before, options.signal);
      explainStranger(io, recall, roster, viewer);
      const start = {
        query: { conversation, before, ...(window === null ? {} : { window }) },
        briefing: briefing(conversation, viewer, roster),
      };
      return recall.initializeSessionWithContext(opened.log, start, options);
    });
    if (has(args, "json")) await printJson(io, "contextOutput", turn);
    else io.out.write(`${renderTurn(io.out, turn, conversation).join("\n")}\n`);
    if (!isEmpty(turn)) return EXIT.found;
    await explainNothing(io, recall, opened, { conversation });
    return EXIT.empty;
  });
}

/** Who spoke in what a turn may look back on. */
async function rosterBefore(
  { log }: OpenedLog,
  before: Sequence | null,
  signal: StopSignal | undefined,
): Promise<Roster> {
  const fold = new RosterFold([]);
  await walk(log, {
    before,
    bound: SCAN_LIMIT,
    signal,
    onPage: (page) => {
      for (const row of page) fold.add(row);
      return null;
    },
  });
  return fold.roster;
}

/** The viewer is no teammate of its own. */
function briefing(
  { deskId, deskName }: Conversation,
  viewerId: string,
  { members }: Roster,
): TeamBriefing {
  const teammates = members
    .filter(({ id }) => id !== viewerId)
    .map(({ id, name }) => ({ id, label: name ?? id, role: null, description: null }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { viewerId, deskId, deskName, teammates, brevity: BrevityPolicy.default };
}

function isEmpty({ context, history }: InitialSessionWithContext): boolean {
  return history.length === 0 && context.threads.length === 0 && context.pins.length === 0;
}
