/** Answers that come after a later question was asked are dropped. */

export interface Outcome<Value> {
  readonly done: (value: Value) => void;
  readonly failed: (error: unknown) => void;
}

export type Latest = <Value>(answer: Promise<Value>, outcome: Outcome<Value>) => void;

export function latest(): Latest {
  let asked = 0;
  return (answer, { done, failed }) => {
    const turn = ++asked;
    answer.then(
      (value) => turn === asked && done(value),
      (error: unknown) => turn === asked && failed(error),
    );
  };
}
