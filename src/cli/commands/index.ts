import type { Command } from "../command.js";
import { context } from "./context.js";
import { demo } from "./demo.js";
import { find } from "./find.js";
import { pins } from "./pins.js";
import { search } from "./search.js";
import { threads } from "./threads.js";

/** Every command but the demo, which runs these. */
const WORKING: readonly Command[] = [search, pins, threads, context, find];

export const COMMANDS: readonly Command[] = [...WORKING, demo(WORKING)];
