/** A promise and what settles it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

export function defer<T>(): Deferred<T> {
  const settlers: Partial<Pick<Deferred<T>, "resolve" | "reject">> = {};
  const promise = new Promise<T>((resolve, reject) => Object.assign(settlers, { resolve, reject }));
  return {
    promise,
    resolve: (value) => settlers.resolve?.(value),
    reject: (error) => settlers.reject?.(error),
  };
}
