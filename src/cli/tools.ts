import { createCore, type CoreOptions } from "../core/create-core.js";
import { isBlankPattern, parsePattern } from "../recall/pattern.js";
import { createRecall } from "../recall/create-recall.js";
import type { Recall } from "../recall/recall.js";
import type { RegexEngine } from "../regex/port.js";
import type { SearchPattern } from "../model/match.js";
import { choice, type Args } from "./args.js";
import type { Io } from "./io.js";
import { UsageError } from "./usage-error.js";

const ENGINES = ["re2js", "re2wasm"] as const;

/** Recall as a command needs it: with an engine only where there is an expression to run. */
export async function createTools(
  { env }: Io,
  args: Args,
  pattern: SearchPattern | null = null,
): Promise<Recall> {
  const regex = await engineFor(args, pattern);
  const recall = createRecall({ core: await createCore(coreOptions(env)), regex });
  // What does not compile is said before a large source is read.
  if (pattern !== null) recall.scorePattern(pattern, "");
  return recall;
}

/** The engine that `--engine` names, where there is an expression for it. */
export async function engineFor(
  args: Args,
  pattern: SearchPattern | null,
): Promise<RegexEngine | undefined> {
  const engine = choice(args, "engine", ENGINES) ?? "re2js";
  return pattern?.type === "regex" ? createEngine(engine) : undefined;
}

/** "/…/" is an expression, anything else text. */
export function readPattern(query: string): SearchPattern {
  const pattern = parsePattern(query);
  if (isBlankPattern(pattern)) throw new UsageError("QUERY is blank", "say what to look for");
  return pattern;
}

export async function createEngine(name: (typeof ENGINES)[number] = "re2js"): Promise<RegexEngine> {
  const { createRe2jsEngine, createRe2WasmEngine } = await import("../regex/index.js");
  return name === "re2js" ? createRe2jsEngine() : createRe2WasmEngine();
}

function coreOptions({ BACKREAD_CORE }: Io["env"]): CoreOptions {
  if (BACKREAD_CORE === undefined || BACKREAD_CORE === "") return {};
  if (BACKREAD_CORE === "reference" || BACKREAD_CORE === "wasm") return { kind: BACKREAD_CORE };
  throw new UsageError(`BACKREAD_CORE must be reference or wasm, not "${BACKREAD_CORE}"`);
}
