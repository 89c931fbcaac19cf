import { field, nonEmpty, type JsonRecord } from "../fields.js";

/** Tells the sidechains of a file apart: by their agent, else by the line that each began with. */
export class Sidechains {
  readonly #roots = new Map<string, string>();
  #unnamed = 0;

  /** The sidechain of a line; null for one of the main chain. */
  of(line: JsonRecord): string | null {
    if (field(line, "isSidechain") !== true) return null;
    const agent = nonEmpty(line, "agentId");
    if (agent !== null) return agent;
    const uuid = nonEmpty(line, "uuid");
    const parent = nonEmpty(line, "parentUuid");
    const root = (parent === null ? undefined : this.#roots.get(parent)) ?? uuid;
    if (root === null) return `unnamed ${++this.#unnamed}`;
    if (uuid !== null) this.#roots.set(uuid, root);
    return root;
  }
}
