import { SEARCH_SCAN } from "../../model/bounds.js";
import type { Coverage } from "../../model/message.js";
import type { SearchFilters } from "../port.js";
import type { LanePlan } from "./lanes.js";

/** Why nothing was found: filters, lane and horizon. It cannot say more, because it knows no more. */
export function reasonOf(plan: LanePlan, filters: SearchFilters, coverage: Coverage): string {
  if (plan.lanes.length === 0) return "the query is blank";
  const looked = plan.lanes.map(({ lane }) => LOOKED[lane]).join(", and ");
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const narrowed = given.length === 0 ? "" : ` with the filters ${given.join(", ")}`;
  const horizon =
    coverage.stoppedBy === "bound"
      ? `; older rows than the newest ${SEARCH_SCAN} were not read for what cannot be looked up`
      : "";
  return `nothing was found by ${looked} in ${coverage.scanned} rows${narrowed}${horizon}`;
}

const LOOKED = {
  words: "words",
  literal: "spelling",
  recent: "reading the newest rows",
  expression: "the expression",
  semantic: "meaning",
} as const;
