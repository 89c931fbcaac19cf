import { count, has, positionals, type Args } from "../args.js";
import type { Command } from "../command.js";
import { readConfig } from "../config/read-config.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { maintainStore } from "../store/maintain-tally.js";
import { modelsFrom, namesForUpkeep } from "../store/models.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";
import type { MaintainOutput } from "../../wire/store.js";

export const maintain: Command = {
  name: "maintain",
  summary: "does what is due in a store: counters, codes, index, facts, cards",
  usage: "",
  details:
    "Runs until nothing is due, or --limit pieces of one kind are done. Where --config names a " +
    "model for facts, rows that were not read yet are sent to --model-url, with " +
    "BACKREAD_MODEL_KEY as its key; where it turns cards on, so is what their people said. Exit " +
    "1 when nothing was due, 2 when a model failed: what it left is due again later.",
  options: [...STORE_OPTIONS, "config", "model-url", "limit", "json"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const limit = count(args, "limit");
  const speakers = await readConfig(args);
  const models = await modelsFrom(io, args, namesForUpkeep(speakers));
  return withStore(
    io,
    args,
    async (store) => {
      const { output, tally } = await maintainStore(store, { limit, signal: io.signal });
      if (has(args, "json")) await printJson(io, "maintainOutput", output);
      else print(io, output);
      for (const [work, failure] of Object.entries(output.failures))
        io.err.write(`backread: ${work}: the model failed (${failure})\n`);
      if (tally.failed) return EXIT.bad;
      if (io.signal.aborted) return EXIT.interrupted;
      return tally.busy ? EXIT.found : EXIT.empty;
    },
    { models, speakers },
  );
}

function print({ out }: Io, { counts, complete }: MaintainOutput): void {
  const rows = Object.entries(counts)
    .filter(([, figure]) => figure > 0)
    .map(([name, figure]) => [figure.toLocaleString("en"), name.replaceAll(/[._]/g, " ")] as const);
  const width = Math.max(0, ...rows.map(([figure]) => figure.length));
  for (const [figure, label] of rows)
    out.write(`${figure.padStart(width)}  ${out.paint.faint(label)}\n`);
  if (rows.length === 0 && complete) out.write("nothing was due\n");
  else if (!complete) out.write("more may be due\n");
}
