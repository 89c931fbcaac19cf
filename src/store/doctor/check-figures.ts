import type { DoctorCheck } from "../../model/admin.js";
import type { Session } from "../database.js";
import { grownTables } from "../upkeep/growth.js";
import { ok, warn } from "./check.js";

/** Tables that every search is planned by. */
const WEIGHTY = new Set(["messages", "documents", "postings"]);

/** Whether the planner knows how full the tables are. */
export async function checkFigures(session: Session): Promise<DoctorCheck> {
  const grown = (await grownTables(session)).filter((name) => WEIGHTY.has(name));
  if (grown.length === 0) return ok("statistics", "no table outgrew what the planner knows of it");
  const reason = `analysed too long ago, or never: ${grown.join(", ")}`;
  return warn("statistics", reason, "backread maintain has them analysed");
}
