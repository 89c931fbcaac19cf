import type { Core } from "../../core/core.js";
import type { StoreSearchOptions } from "../port.js";
import type { Near } from "../semantic/find-near.js";
import type { Meaning } from "../semantic/lane.js";
import type { RowFilter } from "../view/filters.js";
import type { LanePlan } from "./lanes.js";
import type { Pool } from "./pool.js";
import type { QueryShape } from "./query-shape.js";
import type { Ranked } from "./rank-pool.js";
import type { Opening, Term } from "./statistics.js";

/** A search as a turn makes it. */
export interface SearchRequest extends StoreSearchOptions {
  /** Message ids of rows that the turn has already: never hits, and counted as such. */
  readonly exclude?: readonly string[] | undefined;
  readonly turnId?: string | undefined;
  readonly runId?: string | undefined;
}

/** What one search is given. */
export interface Asked {
  readonly core: Core;
  readonly query: string;
  readonly shape: QueryShape;
  readonly digest: string;
  readonly request: SearchRequest;
  /** Null where nothing is looked for by meaning. */
  readonly meaning: Meaning | null;
}

/** What was found out, in order; the audit is written from it. */
export interface Found {
  readonly opening: Opening;
  readonly terms: readonly Term[];
  readonly plan: LanePlan;
  readonly filter: RowFilter;
  readonly pool: Pool;
  /** Rows that hold a literal and that the turn has already. */
  readonly leftOut: readonly number[];
  readonly near: Near;
  /** Best first. */
  readonly ranked: readonly Ranked[];
}
