import type { Command } from "../command.js";
import { search } from "./search.js";

export const COMMANDS: readonly Command[] = [search];
