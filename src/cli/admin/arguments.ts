import { count, has, text, type Args } from "../args.js";
import { readRoom } from "../store/names.js";
import { UsageError } from "../usage-error.js";
import type { BackfillOptions } from "../../store/admin-port.js";

/** One conversation or all: neither is taken for the other. */
export function where(args: Args): Pick<BackfillOptions, "conversation"> {
  const room = text(args, "conversation");
  if ((room === null) !== has(args, "all"))
    throw new UsageError("it is not said where", "give --conversation ROOM, or --all");
  return room === null ? {} : { conversation: readRoom("--conversation", room) };
}

export function limitOf(args: Args): Pick<BackfillOptions, "limit"> {
  const limit = count(args, "limit");
  return limit === null ? {} : { limit };
}

export function dryRun(args: Args): boolean {
  return has(args, "dry-run");
}

/** Of what cannot be taken back. */
export function applying(args: Args): boolean {
  if (has(args, "apply") && has(args, "dry-run"))
    throw new UsageError("--apply and --dry-run are opposites", "give one of them");
  return has(args, "apply");
}
