import type { PickerSelection } from "./state.js";

/** Reads what a browser kept of a form; null for anything that is no selection. */
export function parseSelection(json: string): PickerSelection | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  if (!("group" in value && "id" in value && "label" in value)) return null;
  const { group, id, label } = value;
  if (typeof group !== "string" || typeof id !== "string" || typeof label !== "string") return null;
  return { group, id, label };
}
