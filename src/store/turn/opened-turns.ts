import { InvalidArgumentError } from "../../model/errors.js";
import type { Turn } from "../turn-port.js";
import type { BoundTurn } from "./bound-turn.js";

/** The turns that one store opened, by what it gave for them. */
export type OpenedTurns = WeakMap<Turn, BoundTurn>;

/** Errors: `InvalidArgumentError` for what is no turn of the store: its rights were bound elsewhere. */
export function boundOf(opened: OpenedTurns, turn: Turn): BoundTurn {
  const bound = opened.get(turn);
  if (bound !== undefined) return bound;
  throw InvalidArgumentError.of("turn", "was not opened by this store");
}
