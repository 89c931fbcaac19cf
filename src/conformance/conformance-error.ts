import { BackreadError } from "../model/error-base.js";

/** An adapter does not keep the contract. `case` is the name of the case that found it. */
export class ConformanceError extends BackreadError<{
  readonly case: string;
  readonly reason: string;
}> {
  readonly code = "not_conforming";
  static of(name: string, reason: string, cause?: unknown): ConformanceError {
    return new ConformanceError(`${name}: ${reason}`, { case: name, reason }, { cause });
  }
}
