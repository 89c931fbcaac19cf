import { RegexBudgetError, type InvalidPatternError } from "../../model/errors.js";
import { add, CAPTURE, NO_COST, ONE, times, type Cost } from "./cost.js";
import type { Cursor } from "./cursor.js";
import { readOpening } from "./group.js";
import { COUNT_LIMIT, type Repeat } from "./repeat.js";

/** Groups inside one another; RE2's own limit. */
const NESTING_LIMIT = 1000;

/** What has been read of a group. */
interface Frame {
  readonly start: number;
  readonly captures: boolean;
  /** The `i` flag as it stood before the group. */
  readonly outerFold: boolean;
  /** Everything before the last atom. */
  cost: Cost;
  /** The last atom: what a repetition would repeat. Null where there is nothing to repeat. */
  last: Cost | null;
  /** The largest product of counts inside one another, before the last atom and in it. */
  product: number;
  lastProduct: number;
  /** The last item was a repetition; the product of the counts that stand in a row there. */
  stacked: number | null;
}

/** Follows groups, repetitions and what they cost. Throws `InvalidPatternError` where they are wrong. */
export class Groups {
  fold = false;
  readonly #cursor: Cursor;
  readonly #names = new Set<string>();
  readonly #outer: Frame[] = [];
  #frame: Frame = emptyFrame(0, false, false);

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  /** Something that matches, or asserts, by itself. */
  atom(cost: Cost, product = 1): void {
    settle(this.#frame);
    this.#frame.last = cost;
    this.#frame.lastProduct = product;
  }

  /** Something without content, which yet parts a repetition from the next. */
  gap(): void {
    this.#frame.stacked = null;
  }

  alternative(): void {
    settle(this.#frame);
    this.#frame.cost = add(this.#frame.cost, ONE);
  }

  /** Opens the group that the cursor is at; the name when it has one, else null. */
  open(start: number): string | null {
    const opening = readOpening(this.#cursor);
    const outerFold = this.fold;
    if (opening.kind !== "capture") this.fold = opening.fold ?? this.fold;
    if (opening.kind === "flags") {
      this.gap();
      return null;
    }
    const name = opening.kind === "capture" ? opening.name : null;
    if (name !== null) this.#declare(name);
    if (this.#outer.length >= NESTING_LIMIT)
      throw this.#cursor.fail(`groups nest deeper than ${NESTING_LIMIT}`, start);
    this.#outer.push(this.#frame);
    this.#frame = emptyFrame(start, opening.kind === "capture", outerFold);
    return name;
  }

  close(at: number): void {
    const outer = this.#outer.pop();
    if (outer === undefined) throw this.#cursor.fail("unexpected )", at);
    const inner = this.#frame;
    settle(inner);
    this.fold = inner.outerFold;
    this.#frame = outer;
    this.atom(inner.captures ? add(inner.cost, CAPTURE) : inner.cost, inner.product);
  }

  /** Applies a repetition to the last atom. */
  repeat(repeat: Repeat): void {
    const frame = this.#frame;
    if (frame.last === null) throw this.#cursor.fail("there is nothing to repeat", repeat.at);
    const count = repeat.max ?? repeat.min;
    if (frame.stacked !== null) throw this.#stackError(frame.stacked * count, repeat.at);
    frame.lastProduct = repeat.max === 0 ? 1 : frame.lastProduct * Math.max(count, 1);
    if (count > 1 && frame.lastProduct > COUNT_LIMIT)
      throw this.#cursor.fail(
        `counts inside one another multiply to over ${COUNT_LIMIT}`,
        repeat.at,
      );
    frame.last = repeatCost(frame.last, repeat);
    frame.stacked = count;
  }

  /** The cost of the whole pattern. */
  finish(): Cost {
    const open = this.#outer.length;
    if (open > 0) throw this.#cursor.fail("missing )", this.#frame.start);
    settle(this.#frame);
    return this.#frame.cost;
  }

  #declare(name: string): void {
    if (this.#names.has(name))
      throw this.#cursor.fail(`two groups are named ${name}`, this.#cursor.at - name.length - 1);
    this.#names.add(name);
  }

  /** RE2 takes no repetition of a repetition; the one that asks for too much is told so first. */
  #stackError(product: number, at: number): InvalidPatternError | RegexBudgetError {
    if (product <= COUNT_LIMIT)
      return this.#cursor.fail("a repetition follows another; group the first", at);
    return new RegexBudgetError(`counts in a row multiply to over ${COUNT_LIMIT}`, {
      programSize: 0,
      chars: 0,
      limit: COUNT_LIMIT,
      budget: "repetition",
    });
  }
}

function emptyFrame(start: number, captures: boolean, outerFold: boolean): Frame {
  return {
    start,
    captures,
    outerFold,
    cost: NO_COST,
    last: null,
    product: 1,
    lastProduct: 1,
    stacked: null,
  };
}

/** Counts the last atom as done: nothing repeats it any more. */
function settle(frame: Frame): void {
  if (frame.last !== null) frame.cost = add(frame.cost, frame.last);
  frame.product = Math.max(frame.product, frame.lastProduct);
  frame.last = null;
  frame.lastProduct = 1;
  frame.stacked = null;
}

function repeatCost(atom: Cost, { min, max }: Repeat): Cost {
  if (max === null) return times(atom, Math.max(min, 1), 2);
  return times(atom, Math.max(max, 1), max - min + 1);
}
