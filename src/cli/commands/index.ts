import type { Command, CommandGroup } from "../command.js";
import { admin } from "./admin.js";
import { audit } from "./audit.js";
import { context } from "./context.js";
import { deleteCommand } from "./delete.js";
import { demo } from "./demo.js";
import { doctorCommand } from "./doctor.js";
import { find } from "./find.js";
import { importCommand } from "./import.js";
import { link, unlink } from "./link.js";
import { maintain } from "./maintain.js";
import { mcp } from "./mcp.js";
import { pins } from "./pins.js";
import { search } from "./search.js";
import { stats } from "./stats.js";
import { threads } from "./threads.js";

/** Every command but the demo, which runs these. */
const WORKING: readonly Command[] = [
  search,
  pins,
  threads,
  context,
  find,
  importCommand,
  stats,
  audit,
  deleteCommand,
  link,
  unlink,
  maintain,
  mcp,
  doctorCommand,
];

export const COMMANDS: readonly (Command | CommandGroup)[] = [...WORKING, admin, demo(WORKING)];
