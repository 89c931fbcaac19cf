// One JSON Schema for what each command prints with --json, from the codecs that print it.
import { mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { fromRoot } from "./paths.mjs";

const wire = await import(new URL("../dist/wire/index.js", import.meta.url).href);

const OUTPUTS = {
  search: wire.searchOutput,
  "search-viewing": wire.storeSearchOutput,
  pins: wire.pinsOutput,
  threads: wire.threadsOutput,
  context: wire.contextOutput,
  find: wire.findOutput,
  import: wire.importOutput,
  stats: wire.statsOutput,
  audit: wire.auditOutput,
  delete: wire.deleteOutput,
  link: wire.linkOutput,
  unlink: wire.unlinkOutput,
  maintain: wire.maintainOutput,
  admin: wire.adminOutput,
  "admin-rebuild-actor-cards": wire.rebuildCardsOutput,
  "admin-card-status": wire.cardStatusOutput,
  "admin-actors": wire.actorsOutput,
  "admin-merge-actors": wire.actorChangeOutput,
  "admin-split-actor": wire.actorChangeOutput,
  "admin-actor-audit": wire.actorAuditOutput,
  doctor: wire.doctorOutput,
};

mkdirSync(fromRoot("dist/schemas"), { recursive: true });
for (const [command, { schema }] of Object.entries(OUTPUTS)) {
  const title = `backread ${command} --json`;
  const json = { title, ...z.toJSONSchema(schema, { io: "input" }) };
  writeFileSync(fromRoot(`dist/schemas/${command}.json`), `${JSON.stringify(json, null, 2)}\n`);
}
