import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { packageFile } from "../package-file.js";
import { positionals, readArgs } from "../args.js";
import type { Command } from "../command.js";
import { displayWidth } from "../display-width.js";
import { EXIT, type Io } from "../io.js";

interface Step {
  readonly heading: string;
  readonly words: readonly string[];
}

/** What the demo shows, as it would be typed; every one is followed by `--in` and the sample. */
const STEPS: readonly Step[] = [
  {
    heading: "Search for words",
    words: ["search", "140 cm", "--limit", "2"],
  },
  {
    heading: "Search by an expression, in one desk",
    words: ["search", "/clocks? (change|go)/", "--desk", "tides"],
  },
  {
    heading: "What a desk has pinned",
    words: ["pins", "--desk", "tides"],
  },
  {
    heading: "What an agent's turn would get",
    words: ["context", "--as", "almanac", "--desk", "tides", "--window", "5"],
  },
];

const SAMPLE_WORKSPACE = "demo/workspace";
const QUESTION = ["search", "what will the berth fee be?", "--around", "0", "--viewing"];

/** The same question from four rooms of a workspace; every one is followed by `--store`. */
const STORE_STEPS: readonly Step[] = [
  {
    heading: "Import a Slack export: who may read a room is kept with every row",
    words: [
      "import",
      SAMPLE_WORKSPACE,
      "--connector",
      "slack/sound",
      "--agent",
      "U0KEEPER,B0KEEPER",
    ],
  },
  { heading: "Ask from Mara's direct messages", words: [...QUESTION, "slack/sound/dm/D01MARA"] },
  { heading: "Ask from Nikos' direct messages", words: [...QUESTION, "slack/sound/dm/D02NIKOS"] },
  { heading: "Ask from a private channel", words: [...QUESTION, "slack/sound/group/G01PURSE"] },
  {
    heading: "Ask from a channel of everybody's",
    words: [...QUESTION, "slack/sound/channel/C01QUAY"],
  },
  { heading: "What was asked, what was given, what was held back", words: ["audit"] },
];

const COLUMNS = 80;

/** A tour of the other commands over the sample transcript that the package holds. */
export function demo(commands: readonly Command[]): Command {
  return {
    name: "demo",
    summary: "all of it on the sample transcript of a small ferry society",
    usage: "",
    details:
      "A search for words, one by an expression, a pinboard, and an agent's turn; then a " +
      "workspace in a store of its own, and one question asked from four of its rooms.",
    options: [],
    run: async (io, args) => {
      positionals(args, []);
      const narrowed = narrow(io);
      const sample = samplePath("demo/sample.jsonl");
      for (const [at, step] of STEPS.entries())
        await show(commands, narrowed, { ...step, at, end: ["--in", sample] });
      await inFolder(async (folder) => {
        for (const [at, step] of STORE_STEPS.entries()) {
          const words = step.words.map((word) =>
            word === SAMPLE_WORKSPACE ? samplePath(word) : word,
          );
          const end = ["--store", `pglite:${folder}`];
          await show(commands, narrowed, { ...step, words, at: STEPS.length + at, end });
        }
      });
      return EXIT.found;
    },
  };
}

/** A store that the demo makes, and takes away again. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "backread-demo-"));
  try {
    await use(join(folder, "store"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Shown extends Step {
  readonly at: number;
  /** What every command of its kind ends with. */
  readonly end: readonly string[];
}

async function show(
  commands: readonly Command[],
  io: Io,
  { heading, words, at, end }: Shown,
): Promise<void> {
  const { out } = io;
  const [name, ...rest] = [...words, ...end];
  out.write(`${out.paint.heading(`${at + 1}. ${heading}`)}\n`);
  out.write(`${out.paint.faint(typed(words, end, out.columns))}\n\n`);
  const command = commands.find((each) => each.name === name);
  await command?.run(io, readArgs(rest, command.options));
  out.write("\n");
}

/** The command line, broken before an option where one line is too short for it. */
function typed(words: readonly string[], ending: readonly string[], columns: number): string {
  const lines = ["$ backread"];
  for (const piece of pieces([...words, ...ending])) {
    const line = lines.at(-1) ?? "";
    // Two columns for the sign that the line goes on.
    if (displayWidth(line) + 1 + displayWidth(piece) <= columns - 2)
      lines[lines.length - 1] = `${line} ${piece}`;
    else lines.push(`    ${piece}`);
  }
  return lines.join(" \\\n");
}

/** Words as a shell takes them, an option together with its value. */
function pieces(words: readonly string[]): string[] {
  const out: string[] = [];
  for (const word of words.map(shellWord)) {
    const last = out.at(-1);
    if (last !== undefined && /^--\S+$/.test(last)) out[out.length - 1] = `${last} ${word}`;
    else out.push(word);
  }
  return out;
}

/** As it can be typed here: relative where that is shorter. */
function samplePath(name: string): string {
  const path = packageFile(name);
  const near = relative(process.cwd(), path);
  return near !== "" && near.length < path.length ? near : path;
}

/** A pipe has no width of its own; the demo is made to be looked at. */
function narrow(io: Io): Io {
  return Number.isFinite(io.out.columns) ? io : { ...io, out: { ...io.out, columns: COLUMNS } };
}

function shellWord(word: string): string {
  if (/^[\w./:=-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
