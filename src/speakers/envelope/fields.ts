import { isPlain } from "../plain-text.js";
import { isObject, type Json, type JsonObject } from "./json.js";

/** The name of the first of some fields that a block has at all, whatever it holds. */
export function firstPresent(block: JsonObject, names: readonly string[]): Json | undefined {
  const name = names.find((candidate) => candidate in block);
  return name === undefined ? undefined : block[name];
}

/** A field as an id or a label; empty where it is none. Numbers are never made into text. */
export function plain(value: Json | undefined): string {
  return typeof value === "string" && value.trim() !== "" && isPlain(value) ? value : "";
}

export function objectOf(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
