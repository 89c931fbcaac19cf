import { has, type Args } from "../args.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { withStore } from "../store/with-store.js";
import type { AdminReport } from "../../model/admin.js";
import type { StoreAdmin } from "../../store/admin-port.js";
import { renderAdmin } from "./render-admin.js";

/** Runs one admin command over the store that is named, and prints its report. */
export function runAdmin(
  io: Io,
  args: Args,
  call: (admin: StoreAdmin) => Promise<AdminReport>,
): Promise<ExitCode> {
  return withStore(io, args, async (store) => {
    const report = await call(store.admin);
    if (has(args, "json")) await printJson(io, "adminOutput", report);
    else io.out.write(`${renderAdmin(io.out, report).join("\n")}\n`);
    return report.errors === 0 ? EXIT.found : EXIT.empty;
  });
}
