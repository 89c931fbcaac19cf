import { has, positionals, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { printable } from "../printable.js";
import { STORE_OPTIONS, withDatabase } from "../store/with-store.js";
import { wrap } from "../wrap.js";
import type { DoctorCheck } from "../../model/admin.js";

export const doctorCommand: Command = {
  name: "doctor",
  summary: "whether a store works, and what to do where it does not",
  usage: "",
  details:
    "Server, schema, row security, evidence, who said what, index, and what is made of rows. It " +
    "only reads, and brings no schema up to date. Exit: 0 no check failed, 1 one did.",
  options: [...STORE_OPTIONS, "json"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const { doctor } = await import("../../store/index.js");
  return withDatabase(io, args, async (database, perspective) => {
    const report = await doctor(database, perspective);
    if (has(args, "json")) await printJson(io, "doctorOutput", report);
    else io.out.write(`${renderChecks(io, report.checks).join("\n")}\n`);
    return report.ok ? EXIT.found : EXIT.empty;
  });
}

function renderChecks({ out: { columns, paint } }: Io, checks: readonly DoctorCheck[]): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const indent = " ".repeat("warn  ".length + width + 2);
  return checks.flatMap(({ name, state, reason, advice }) =>
    wrap(
      [
        { text: state.padEnd(4), paint: state === "ok" ? paint.faint : paint.wrong },
        { text: `  ${name.padEnd(width)}  ${printable(reason)}` },
        ...(advice === null ? [] : [{ text: `; ${printable(advice)}`, paint: paint.faint }]),
      ],
      { columns, indent, first: "" },
    ),
  );
}
