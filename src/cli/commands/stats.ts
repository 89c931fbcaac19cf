import { has, positionals, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import type { StoreStats } from "../../store/store-port.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";

export const stats: Command = {
  name: "stats",
  summary: "what a store holds",
  usage: "",
  details:
    "Counts of one perspective: rows, those that nobody can find for want of evidence, turns, " +
    "searches. They are for operators: they count hidden rows too.",
  options: [...STORE_OPTIONS, "json"],
  run,
};

const LABELS: readonly (readonly [keyof StoreStats, string])[] = [
  ["connectors", "connectors"],
  ["conversations", "conversations"],
  ["messages", "messages"],
  ["deleted", "deleted"],
  ["withoutEvidence", "without evidence, found by nobody"],
  ["searchable", "searchable"],
  ["turns", "turns"],
  ["searches", "searches"],
];

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  return withStore(io, args, async (store) => {
    const counts = await store.stats();
    if (has(args, "json")) await printJson(io, "statsOutput", counts);
    else {
      const rows = LABELS.map(([key, label]) => [counts[key].toLocaleString("en"), label] as const);
      const width = Math.max(...rows.map(([figure]) => figure.length));
      for (const [figure, label] of rows)
        io.out.write(`${figure.padStart(width)}  ${io.out.paint.faint(label)}\n`);
    }
    return counts.messages > 0 ? EXIT.found : EXIT.empty;
  });
}
