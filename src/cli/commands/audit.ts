import { count, has, positionals, text, type Args } from "../args.js";
import type { Command } from "../command.js";
import { EXIT, type ExitCode, type Io } from "../io.js";
import { printJson } from "../print-json.js";
import { renderAudit } from "../store/render-audit.js";
import { STORE_OPTIONS, withStore } from "../store/with-store.js";

export const audit: Command = {
  name: "audit",
  summary: "what was searched, from where, what was given out and what held back",
  usage: "",
  details:
    "Newest first. A query is kept as a keyed digest (under BACKREAD_MASTER_KEY; empty without " +
    "one) and never as text. Held back are the matches that each rule removed, counted.",
  options: [...STORE_OPTIONS, "turn", "limit", "json"],
  run,
};

async function run(io: Io, args: Args): Promise<ExitCode> {
  positionals(args, []);
  const limit = count(args, "limit");
  const turnId = text(args, "turn");
  return withStore(io, args, async (store) => {
    const rows = await store.audit({
      ...(limit === null ? {} : { limit }),
      ...(turnId === null ? {} : { turnId }),
    });
    if (has(args, "json")) await printJson(io, "auditOutput", { searches: rows });
    else for (const row of rows) io.out.write(`${renderAudit(io.out, row).join("\n")}\n`);
    return rows.length > 0 ? EXIT.found : EXIT.empty;
  });
}
