import { ADMIN_COMMANDS } from "../admin/commands.js";
import type { CommandGroup } from "../command.js";

export const admin: CommandGroup = {
  name: "admin",
  summary: "repairs of a store; cards and actors of its people: for operators",
  details:
    "Rows that are stored already, brought to what ingestion would store today. Each command says " +
    "what it looked at, what it changed and why it left the rest. After an upgrade: " +
    "backfill-actors, backfill-reply-roles, backfill-senders, backfill-channels, " +
    "backfill-fact-authors. Cards and actors name people, so they are here and nowhere else. " +
    "Exit: 0 done or found, 1 something went wrong or nothing was found, 2 bad use.",
  commands: ADMIN_COMMANDS,
};
