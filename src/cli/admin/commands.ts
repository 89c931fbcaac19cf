import { positionals, type Args } from "../args.js";
import type { Command } from "../command.js";
import type { Io } from "../io.js";
import type { OptionName } from "../options.js";
import { readRoom } from "../store/names.js";
import { STORE_OPTIONS } from "../store/with-store.js";
import type { BackfillOptions, GuardedOptions, StoreAdmin } from "../../store/admin-port.js";
import type { AdminReport } from "../../model/admin.js";
import { ACTOR_COMMANDS } from "./actor-commands.js";
import { applying, dryRun, limitOf, where } from "./arguments.js";
import { CARD_COMMANDS } from "./card-commands.js";
import { runAdmin } from "./run-admin.js";

const SCOPE: readonly OptionName[] = ["conversation", "all", "limit"];
const GUARD: readonly OptionName[] = ["dry-run", "apply"];
const WHERE = "--conversation ROOM | --all";

/** Everything that `backread admin` can do, in the order in which its help lists it. */
export const ADMIN_COMMANDS: readonly Command[] = [
  backfill({
    name: "backfill-senders",
    summary: "labels of rows that have none, or bear another participant's",
    details:
      "A label comes from the newest row of the same account in the same place that at least the " +
      "same people may read; never out of a direct message, and never into one. A row under " +
      "another participant's name between rows of its account under its own gets its own.",
    call: (admin, options) => admin.backfillSenders(options),
  }),
  backfill({
    name: "backfill-channels",
    summary: "channels of guild rows that came on a channel's key, and their labels",
    details:
      "Rows of a guild that arrived on a channel's key get that channel. Rows of a channel " +
      "without a label get the one that it has, if it has one alone. Who may read them stays.",
    call: (admin, options) => admin.backfillChannels(options),
  }),
  backfill({
    name: "backfill-actors",
    summary: "actors of rows whose author has an id and no actor",
    details: "By the rule of ingestion. An id that could be two people's names nobody.",
    call: (admin, options) => admin.backfillActors(options),
  }),
  backfill({
    name: "backfill-reply-roles",
    summary: "whom replies answer",
    details:
      "By the rule of ingestion: the one stored row of the same route that has the id, and no " +
      "label. A subject that such a row does not bear out is taken away.",
    call: (admin, options) => admin.backfillReplyRoles(options),
  }),
  backfill({
    name: "backfill-fact-authors",
    summary: "authors of facts that differ from the row that says them",
    details: "No model is asked: who says a fact is written in its row.",
    call: (admin, options) => admin.backfillFactAuthors(options),
  }),
  {
    name: "reattribute-route",
    summary: "rows of a channel's key count as arrived on its guild's",
    usage: "CHANNEL GUILD",
    details:
      "Both are rooms, as TYPE/NAME/KIND/ID, that lead to one conversation. Rows without a " +
      "channel and direct ones stay. It cannot be taken back, so it is a dry run without --apply.",
    options: [...STORE_OPTIONS, "limit", ...GUARD, "json"],
    run: async (io, args) => {
      const [channel, guild] = positionals(args, ["CHANNEL", "GUILD"]);
      const from = readRoom("CHANNEL", channel);
      const to = readRoom("GUILD", guild);
      const options = { from, to, ...limitOf(args), apply: applying(args) };
      return runAdmin(io, args, (admin) => admin.reattributeRoute(options));
    },
  },
  {
    name: "normalize-actor-ids",
    summary: "actor ids that are written otherwise than ingestion writes them",
    usage: WHERE,
    details:
      "A conversation that holds an actor of another platform is left as it is, with an error. " +
      "It cannot be taken back, so it is a dry run without --apply.",
    options: [...STORE_OPTIONS, ...SCOPE, ...GUARD, "json"],
    run: (io, args) => {
      positionals(args, []);
      const options = { ...where(args), ...limitOf(args), apply: applying(args) };
      return runAdmin(io, args, (admin) => admin.normalizeActorIds(options));
    },
  },
  {
    name: "merge-conversations",
    summary: "all rows of one conversation under another",
    usage: "FROM INTO",
    details:
      "Both are rooms, as TYPE/NAME/KIND/ID. Rows keep who may read them, and their order. It " +
      "cannot be taken back, so it is a dry run without --apply.",
    options: [...STORE_OPTIONS, ...GUARD, "json"],
    run: (io, args) => {
      const [from, into] = positionals(args, ["FROM", "INTO"]);
      const rooms = { from: readRoom("FROM", from), into: readRoom("INTO", into) };
      const options: GuardedOptions & typeof rooms = { ...rooms, apply: applying(args) };
      return runAdmin(io, args, (admin) => admin.mergeConversations(options));
    },
  },
  backfill({
    name: "reindex",
    summary: "search documents that are missing, stale, or of no live row",
    details: "The index is disposable: it is made anew of the rows, under the rights they have.",
    call: (admin, options) => admin.reindex(options),
  }),
  ...CARD_COMMANDS,
  ...ACTOR_COMMANDS,
];

interface Backfill extends Pick<Command, "name" | "summary" | "details"> {
  readonly call: (admin: StoreAdmin, options: BackfillOptions) => Promise<AdminReport>;
}

function backfill({ call, ...about }: Backfill): Command {
  return {
    ...about,
    usage: WHERE,
    options: [...STORE_OPTIONS, ...SCOPE, "dry-run", "json"],
    run: (io: Io, args: Args) => {
      positionals(args, []);
      const options = { ...where(args), ...limitOf(args), dryRun: dryRun(args) };
      return runAdmin(io, args, (admin) => call(admin, options));
    },
  };
}
