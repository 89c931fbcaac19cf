import { relative } from "node:path";
import { packageFile } from "../package-file.js";
import { positionals, readArgs } from "../args.js";
import type { Command } from "../command.js";
import { displayWidth } from "../display-width.js";
import { EXIT, type ExitCode, type Io } from "../io.js";

/** What the demo shows, as it would be typed; every one is followed by `--in` and the sample. */
const STEPS: readonly { readonly heading: string; readonly words: readonly string[] }[] = [
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

const COLUMNS = 80;

/** A tour of the other commands over the sample transcript that the package holds. */
export function demo(commands: readonly Command[]): Command {
  return {
    name: "demo",
    summary: "all of it on the sample transcript of a small ferry society",
    usage: "",
    details: "A search for words, one by an expression, a pinboard, and an agent's turn.",
    options: [],
    run: async (io, args) => {
      positionals(args, []);
      for (const [index, { heading, words }] of STEPS.entries())
        await show(commands, narrow(io), `${index + 1}. ${heading}`, words);
      return EXIT.found;
    },
  };
}

async function show(
  commands: readonly Command[],
  io: Io,
  heading: string,
  words: readonly string[],
): Promise<ExitCode> {
  const { out } = io;
  const path = samplePath();
  const [name, ...rest] = [...words, "--in", path];
  out.write(`${out.paint.heading(heading)}\n`);
  out.write(`${out.paint.faint(typed(words, path, out.columns))}\n\n`);
  const command = commands.find((each) => each.name === name);
  const code = await command?.run(io, readArgs(rest, command.options));
  out.write("\n");
  return code ?? EXIT.bad;
}

/** The command line, on two lines where one is too short for it. */
function typed(words: readonly string[], path: string, columns: number): string {
  const start = `$ backread ${words.map(shellWord).join(" ")}`;
  const end = `--in ${shellWord(path)}`;
  const whole = `${start} ${end}`;
  return displayWidth(whole) <= columns ? whole : `${start} \\\n    ${end}`;
}

/** As it can be typed here: relative where that is shorter. */
function samplePath(): string {
  const path = packageFile("demo/sample.jsonl");
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
