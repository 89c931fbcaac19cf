/** Match tiers, best first. Each stands 200 above the next; density adds less than that. */
export type MatchKind = "exact" | "prefix" | "word_prefix" | "substring" | "subsequence";

/** How a query met a text. */
export interface TextMatch {
  readonly kind: MatchKind;
  /** Tier base plus `floor(100 * query / text)`, both in characters; 200..=1100. */
  readonly score: number;
  /** Characters into the trimmed, lowercased text (for an expression: into the trimmed text). */
  readonly offset: number;
}

/** Something a picker can offer. */
export interface Candidate {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | null;
}

export type MatchField = "label" | "id" | "detail";

/** A ranked candidate. `detail` matches count half. */
export interface Hit extends TextMatch {
  readonly id: string;
  readonly label: string;
  readonly field: MatchField;
}

/** What candidates and rows are matched against; an expression is compiled where it is used. */
export type SearchPattern =
  | { readonly type: "text"; readonly query: string }
  | { readonly type: "regex"; readonly source: string };

/** Half-open `[start, end)`. */
export type Range = readonly [start: number, end: number];

/** The unit that offsets into a text count in. */
export type OffsetUnit = "utf16" | "utf8";
