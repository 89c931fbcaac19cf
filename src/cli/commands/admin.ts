import { ADMIN_COMMANDS } from "../admin/commands.js";
import type { CommandGroup } from "../command.js";

export const admin: CommandGroup = {
  name: "admin",
  summary: "repairs of what a store holds, each to be run again at will",
  details:
    "Rows that are stored already, brought to what ingestion would store today. Each command says " +
    "what it looked at, what it changed and why it left the rest. After an upgrade: " +
    "backfill-actors, backfill-reply-roles, backfill-senders, backfill-channels, " +
    "backfill-fact-authors. Exit: 0 done, 1 something went wrong in a conversation, 2 bad use.",
  commands: ADMIN_COMMANDS,
};
