import { count, has, positionals, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { readConfig } from "../config/read-config.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { modelsFrom, namesForCards } from "../store/models.js";
import { readRoom } from "../store/names.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";
import { UsageError } from "../usage-error.js";
import type { RebuildOptions } from "../../store/store-port.js";
import { dryRun, limitOf } from "./arguments.js";
import { isFailure, renderRebuilt, renderStatus } from "./render-cards.js";

/** What an operator can do with the cards of actors. */
export const CARD_COMMANDS: readonly Command[] = [
  {
    name: "rebuild-actor-cards",
    summary: "cards of actors, built now, each named with what became of it",
    usage: "WHOSE",
    details:
      "WHOSE is --actor-id ACTOR, --conversation ROOM or --all. Those that are due; with --force " +
      "all of them. The models are those that --config names, " +
      "at --model-url, with BACKREAD_MODEL_KEY as their key; its gate of cards need not be on. " +
      "Of a room, the cards of everybody who spoke there. Exit 1 when a card failed: what was " +
      "good of it stays. Without models it is an error, and each card that was meant says so.",
    options: [
      ...STORE_OPTIONS,
      "actor-id",
      "conversation",
      "all",
      "force",
      "limit",
      "config",
      "model-url",
      "dry-run",
      "json",
    ],
    run: rebuild,
  },
  {
    name: "card-status",
    summary: "which cards there are, which are due, and how the last try of each ended",
    usage: "",
    details:
      "A card is of one actor and one set of audiences, whose number is the store's own. It names " +
      "actors, and has no text of anybody. Exit 1 where there is no card.",
    options: [...STORE_OPTIONS, "actor-id", "limit", "json"],
    run: status,
  },
];

async function rebuild(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const options = {
    ...which(args),
    ...limitOf(args),
    force: has(args, "force"),
    dryRun: dryRun(args),
  };
  const speakers = await readConfig(args);
  // Whoever only looks needs no model, and turns nothing on.
  const workers = options.dryRun
    ? {}
    : { speakers, models: await modelsFrom(io, args, namesForCards(speakers)) };
  return withStore(
    io,
    args,
    async (store) => {
      const report = await store.rebuildCards({ ...options, signal: io.signal });
      if (has(args, "json")) await printJson(io, "rebuildCardsOutput", report);
      else io.out.write(`${renderRebuilt(io.out, report).join("\n")}\n`);
      return report.cards.some(({ outcome }) => isFailure(outcome)) ? EXIT.empty : EXIT.found;
    },
    workers,
  );
}

/** One actor, one conversation or all: none is taken for another. */
function which(args: Args): RebuildOptions {
  const actor = text(args, "actor-id");
  const room = text(args, "conversation");
  const given = [actor !== null, room !== null, has(args, "all")].filter(Boolean).length;
  if (given !== 1)
    throw new UsageError(
      "it is not said which cards",
      "give one of --actor-id ACTOR, --conversation ROOM and --all",
    );
  if (actor !== null) return { actor };
  return room === null ? {} : { conversation: readRoom("--conversation", room) };
}

function status(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const actor = text(args, "actor-id");
  const limit = count(args, "limit");
  return withStore(io, args, async (store) => {
    const cards = await store.cardStatus({
      ...(actor === null ? {} : { actor }),
      ...(limit === null ? {} : { limit }),
    });
    if (has(args, "json")) await printJson(io, "cardStatusOutput", { cards });
    else io.out.write(`${renderStatus(io.out, cards).join("\n")}\n`);
    return cards.length > 0 ? EXIT.found : EXIT.empty;
  });
}
