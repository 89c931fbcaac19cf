import { count, has, positionals, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import type { OptionName } from "../options.js";
import { printJson } from "../print-json.js";
import { readConnector } from "../store/names.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";
import { UsageError } from "../usage-error.js";
import type { ActorChange, ActorOperation, Store } from "../../store/store-port.js";
import { applying, limitOf } from "./arguments.js";
import { renderActorAudit, renderActors, renderChange } from "./render-actors.js";

const DECISION: readonly OptionName[] = ["operator", "reason", "dry-run", "apply"];

/** What an operator can say of accounts, and look up of them. */
export const ACTOR_COMMANDS: readonly Command[] = [
  {
    name: "actors",
    summary: "accounts that have spoken, with the names that they had",
    usage: "",
    details:
      "By their rows, whoever may read those: for operators alone. A page at a time; what stands " +
      "at the end of one is the --after of the next. Exit 1 where there is none.",
    options: [...STORE_OPTIONS, "connector", "like", "limit", "after", "json"],
    run: list,
  },
  {
    name: "merge-actors",
    summary: "one actor counts as another from now on, in who said what",
    usage: "FROM INTO --operator NAME",
    details:
      "Actors are written as actors lists them. Rows stay as they are, and nobody may read more " +
      "for it: that is what link is for. split-actor undoes it. The audit keeps who decided it " +
      "and why. It is a dry run without --apply.",
    options: [...STORE_OPTIONS, ...DECISION, "json"],
    run: (io, args) => {
      const [from, into] = positionals(args, ["FROM", "INTO"]);
      const options = { from, into, ...operationOf(args) };
      return change(io, args, (store) => store.mergeActors(options));
    },
  },
  {
    name: "split-actor",
    summary: "an actor counts as itself again, and no other with it",
    usage: "ACTOR --operator NAME",
    details:
      "Undoes the one merge of this actor. The audit keeps who decided it and why. It is a dry " +
      "run without --apply.",
    options: [...STORE_OPTIONS, ...DECISION, "json"],
    run: (io, args) => {
      const [actor] = positionals(args, ["ACTOR"]);
      const options = { actor, ...operationOf(args) };
      return change(io, args, (store) => store.splitActor(options));
    },
  },
  {
    name: "actor-audit",
    summary: "who merged and split which actors, and why",
    usage: "",
    details:
      "Newest first. Where an account was deleted, its id and the reasons that may name it are " +
      "gone. Exit 1 where there is no entry.",
    options: [...STORE_OPTIONS, "limit", "json"],
    run: audit,
  },
];

function list(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const connector = text(args, "connector");
  const like = text(args, "like");
  const after = text(args, "after");
  const query = {
    ...(connector === null ? {} : { connector: readConnector("--connector", connector) }),
    ...(like === null ? {} : { like }),
    ...(after === null ? {} : { after }),
    ...limitOf(args),
  };
  return withStore(io, args, async (store) => {
    const page = await store.actors(query);
    if (has(args, "json")) await printJson(io, "actorsOutput", page);
    else io.out.write(`${renderActors(io.out, page).join("\n")}\n`);
    return page.actors.length > 0 ? EXIT.found : EXIT.empty;
  });
}

function operationOf(args: Args): ActorOperation {
  const operator = text(args, "operator");
  const reason = text(args, "reason");
  if (operator === null)
    throw new UsageError("--operator is missing", "it says who decides it: --operator NAME");
  const dryRun = !applying(args);
  return { operator, ...(reason === null ? {} : { reason }), dryRun };
}

function change(
  io: Io,
  args: Args,
  call: (store: Store) => Promise<ActorChange>,
): Promise<ExitCode> {
  return withStore(io, args, async (store) => {
    const report = await call(store);
    if (has(args, "json")) await printJson(io, "actorChangeOutput", report);
    else io.out.write(`${renderChange(io.out, report).join("\n")}\n`);
    return EXIT.found;
  });
}

function audit(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const limit = count(args, "limit");
  return withStore(io, args, async (store) => {
    const entries = await store.actorAudit(limit === null ? {} : { limit });
    if (has(args, "json")) await printJson(io, "actorAuditOutput", { entries });
    else if (entries.length === 0) io.out.write("nobody merged or split any actor\n");
    else
      for (const entry of entries) io.out.write(`${renderActorAudit(io.out, entry).join("\n")}\n`);
    return entries.length > 0 ? EXIT.found : EXIT.empty;
  });
}
