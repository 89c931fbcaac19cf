/** What one test compared; `run.mjs` sums it over each implementation. */
export interface Compared {
  readonly implementation: string;
  readonly pairs: number;
  readonly differences: number;
}

declare module "vitest" {
  interface TaskMeta {
    /** A line that `run.mjs` prints. */
    line?: string;
    compared?: Compared;
  }
}
