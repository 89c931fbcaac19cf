import type { SqlValue } from "../database.js";

/** The parameters of one statement, in the order in which its text asks for them. */
export class Parameters {
  readonly values: SqlValue[] = [];

  /** The placeholder of a value. */
  add(value: SqlValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
