import { BackreadError } from "../model/error-base.js";
import { reviveError } from "../model/revive-error.js";
import type { WireError } from "./protocol.js";

/** An error as plain data: a structured clone keeps neither its class nor its code. */
export function encodeError(error: unknown): WireError {
  if (error instanceof BackreadError) return { type: "backread", json: error.toJSON() };
  if (error instanceof Error) return { type: "error", name: error.name, message: error.message };
  return { type: "thrown", value: isScalar(error) ? error : String(error) };
}

/** The error of the same class, code and data; one that is not ours keeps its name and message. */
export function decodeError(wire: WireError): unknown {
  switch (wire.type) {
    case "backread":
      return reviveError(wire.json) ?? named(wire.json.name, wire.json.message);
    case "error":
      return named(wire.name, wire.message);
    case "thrown":
      return wire.value;
  }
}

function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

function isScalar(value: unknown): boolean {
  return value === null || !["object", "function", "symbol"].includes(typeof value);
}
