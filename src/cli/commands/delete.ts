import { has, positionals, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { plural } from "../render-coverage.js";
import { readAccount, readRoom } from "../store/names.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";
import type { DeleteTarget } from "../../store/store-port.js";
import { UsageError } from "../usage-error.js";

export const deleteCommand: Command = {
  name: "delete",
  summary: "one message, all of one account, or one room; at once and everywhere",
  usage: "--message ID | --actor ACCOUNT | --conversation ROOM",
  details:
    "Text, index, quoted copies, embeddings and what was derived directly go in one " +
    "transaction. A mark without text stays, so that a late copy does not bring it back.",
  options: [...STORE_OPTIONS, "message", "actor", "conversation", "json"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const target = targetOf(args);
  return withStore(io, args, async (store) => {
    const report = await store.delete(target);
    if (has(args, "json")) await printJson(io, "deleteOutput", report);
    else
      io.out.write(
        `${plural(report.deleted, "message")} deleted` +
          `${report.withdrawn === 0 ? "" : `, ${plural(report.withdrawn, "reply", "replies")} withdrawn`}\n`,
      );
    return report.deleted > 0 ? EXIT.found : EXIT.empty;
  });
}

function targetOf(args: Args): DeleteTarget {
  const message = text(args, "message");
  const actor = text(args, "actor");
  const conversation = text(args, "conversation");
  const given = [message, actor, conversation].filter((value) => value !== null);
  if (given.length !== 1)
    throw new UsageError(
      "one thing is deleted at a time",
      "give --message, --actor or --conversation",
    );
  if (message !== null) return { messageId: message };
  if (actor !== null) return { actor: readAccount("--actor", actor) };
  return { conversation: readRoom("--conversation", conversation ?? "") };
}
