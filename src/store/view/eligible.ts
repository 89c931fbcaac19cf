import type { Parameters } from "./parameters.js";

/** What every statement that reads rows of a destination is given. */
export interface Eligibility {
  readonly perspectiveId: number;
  /** Ids of the audience sets that the destination allows, from the same transaction. */
  readonly sets: readonly number[];
}

/** Eligibility as SQL over aliases of `backread.messages`; its parameters are added once. */
export class EligibleSql {
  /** The perspective, which every statement names. */
  readonly perspective: string;
  readonly sets: string;

  constructor(parameters: Parameters, { perspectiveId, sets }: Eligibility) {
    this.perspective = `${parameters.add(perspectiveId)}::int`;
    this.sets = `${parameters.add(sets)}::int[]`;
  }

  /** The row may be read by its audiences, and it is live. */
  row(alias: string): string {
    return (
      `${alias}.perspective_id = ${this.perspective}` +
      ` and ${alias}.set_id = any(${this.sets}) and backread.row_is_live(${alias})`
    );
  }

  /** The same, and its sources bear it out: for rows that are about to be returned. */
  verified(alias: string): string {
    return (
      `${this.row(alias)} and (${alias}.lineage <> 'known' or exists (` +
      `select from backread.lineage_allows(${this.perspective}, array[${alias}.id], ${this.sets})))`
    );
  }
}

/**
 * Newest first over rows `row` of conversations `place` of connectors `space`: a total order that
 * no internal id has a part in. Rows without a full time are the oldest.
 */
export function newestFirst(row: string, place: string, space: string): string {
  return (
    `${row}.sent_at desc nulls last, ${space}.type collate "C" desc, ${space}.name collate "C" desc,` +
    ` ${place}.kind collate "C" desc, ${place}.key collate "C" desc, ${row}.sequence desc`
  );
}
