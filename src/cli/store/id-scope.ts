import type { IdScope } from "../../store/ingest-port.js";
import type { SourceFormat } from "../source-format.js";

/** Snowflakes and addresses mean one person everywhere; a nick means one in one log. */
const SCOPES: Readonly<Partial<Record<SourceFormat, IdScope>>> = {
  slack: "workspace",
  discord: "global",
  telegram: "global",
  mbox: "global",
};

export function idScopeOf(format: SourceFormat): IdScope {
  return SCOPES[format] ?? "session";
}
