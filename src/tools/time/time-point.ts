import type { Zone } from "./zone.js";

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: Zone;
}

/** A moment, or a period by its first moment. */
export interface TimePoint {
  readonly milliseconds: number;
  /** 0 to 999, after the milliseconds. */
  readonly micros: number;
  readonly period: boolean;
}

/** Either a point or what is wrong with the text. */
export type TimeReading = TimePoint | { readonly problem: string };
