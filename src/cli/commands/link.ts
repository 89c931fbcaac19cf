import { has, positionals, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { plural } from "../render-coverage.js";
import { readAccount } from "../store/names.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";

export const link: Command = {
  name: "link",
  summary: "two codes, by which two accounts can prove that they are one person",
  usage: "ACCOUNT ACCOUNT",
  details:
    "An account is TYPE/NAME/ID. Each account sends its own code, in its own direct " +
    "conversation with the agent, within ten minutes. This command proves nothing by itself: a " +
    "code counts where a host takes it in, by a connector that it declared trusted.",
  options: [...STORE_OPTIONS, "json"],
  run: (io, args) => runLink(io, args),
};

export const unlink: Command = {
  name: "unlink",
  summary: "an account from the person that it was linked to, at once",
  usage: "ACCOUNT",
  details: "What a link had opened is closed from the next read on.",
  options: [...STORE_OPTIONS, "json"],
  run: (io, args) => runUnlink(io, args),
};

async function runLink(io: Io, args: Args): Promise<ExitCode> {
  const [first, second] = positionals(args, ["ACCOUNT", "ACCOUNT"]);
  const accounts = [readAccount("ACCOUNT", first), readAccount("ACCOUNT", second)] as const;
  return withStore(io, args, async (store) => {
    const started = await store.startLink(accounts);
    if (has(args, "json")) await printJson(io, "linkOutput", started);
    else {
      io.out.write(`${first} sends  ${io.out.paint.name(started.codes[0])}\n`);
      io.out.write(`${second} sends  ${io.out.paint.name(started.codes[1])}\n`);
      io.out.write(
        `${io.out.paint.faint(`each in its own direct conversation, before ${started.expiresAt}`)}\n`,
      );
    }
    return EXIT.found;
  });
}

async function runUnlink(io: Io, args: Args): Promise<ExitCode> {
  const [account] = positionals(args, ["ACCOUNT"]);
  return withStore(io, args, async (store) => {
    const report = await store.unlink(readAccount("ACCOUNT", account));
    if (has(args, "json")) await printJson(io, "unlinkOutput", report);
    else io.out.write(`${plural(report.revoked, "link")} revoked\n`);
    return report.revoked > 0 ? EXIT.found : EXIT.empty;
  });
}
