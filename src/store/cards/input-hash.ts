import type { Gathered } from "./gather.js";
import type { CardWorker } from "./worker.js";

/** Raised when what is asked of models changes so that an old failure says nothing any more. */
const POLICY = 1;

/**
 * A digest of what a card is built from and by whom. What the card says already is no part of it: a
 * card that was just built stands on the same evidence.
 */
export async function inputHash(
  { input: { rows, facts }, sources }: Gathered,
  { models, settings }: Pick<CardWorker, "models" | "settings">,
): Promise<string> {
  const names = [models.general.model, models.admission.model, models.curation.model];
  const evidence = [...facts, ...rows].map(({ id, text }) => [sources.get(id), text]);
  const text = JSON.stringify([POLICY, names, settings, evidence]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
