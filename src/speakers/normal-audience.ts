import type { Audience } from "./audience.js";

/**
 * An audience in its one form: readers distinct and sorted, the agent's own ids not among them. An
 * audience that had only those allows nobody.
 */
export function normalAudience(audience: Audience, agentIds: ReadonlySet<string>): Audience {
  if (audience.kind !== "members") return audience;
  return { ...audience, readers: normalReaders(audience.readers, agentIds) };
}

export function normalReaders(
  readers: readonly string[],
  agentIds: ReadonlySet<string>,
): readonly string[] {
  return [...new Set(readers)].filter((reader) => !agentIds.has(reader)).sort();
}
