import { InvalidArgumentError } from "../../model/errors.js";
import type { TurnOptions } from "../port.js";
import type { Scope } from "../scope.js";
import type { Turn } from "../turn-port.js";
import type { ViewTools } from "../view/binding.js";
import type { BoundTurn } from "./bound-turn.js";
import { bindTurn } from "./open-turn.js";
import { turnOf } from "./turn.js";

/** The turns that one store opened, by what it gave for them. */
export class OpenTurns {
  readonly #scope: Scope;
  readonly #tools: ViewTools;
  readonly #bound = new WeakMap<Turn, BoundTurn>();

  constructor(scope: Scope, tools: ViewTools) {
    this.#scope = scope;
    this.#tools = tools;
  }

  async open(options: TurnOptions): Promise<Turn> {
    const bound = await bindTurn(this.#scope, options, this.#tools);
    const turn = turnOf(bound);
    this.#bound.set(turn, bound);
    return turn;
  }

  /** Errors: `InvalidArgumentError` for what is no turn of this store: it was bound by somebody else. */
  boundOf(turn: Turn): BoundTurn {
    const bound = this.#bound.get(turn);
    if (bound !== undefined) return bound;
    throw InvalidArgumentError.of("turn", "was not opened by this store");
  }
}
