import { actorId, isQualified } from "../../speakers/actor-id.js";
import type { Connector } from "../connectors.js";

/** What of a connector decides whom an id names. */
export type Naming = Pick<Connector, "type" | "name" | "ids">;

/**
 * The actor that a person's id names there; empty where it names none. Where ids are good for one
 * import alone, they name somebody of that import and of no other.
 */
export function actorOf(authorId: string, naming: Naming): string {
  if (authorId === "") return "";
  return actorId(naming, naming.ids === "session" ? `${naming.name}:${authorId}` : authorId);
}

/** Whether an id could be that of two people: one of a workspace that does not say of which. */
export function isAmbiguous(authorId: string, { ids }: Pick<Naming, "ids">): boolean {
  return ids === "workspace" && authorId !== "" && !isQualified(authorId);
}
