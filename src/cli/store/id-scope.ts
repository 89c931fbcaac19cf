import type { IdScope } from "../../store/ingest-port.js";
import type { SourceFormat } from "../source-format.js";

/** Snowflakes and addresses mean one person everywhere; a nick means one in one log. */
export function idScopeOf(format: SourceFormat): IdScope {
  switch (format) {
    case "slack":
      return "workspace";
    case "discord":
    case "telegram":
    case "mbox":
      return "global";
    default:
      return "session";
  }
}
