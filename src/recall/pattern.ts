import type { Core, RowMatch } from "../core/core.js";
import { collapseWhiteSpace, isBlank, trimWhiteSpace } from "../core/white-space.js";
import { RegexUnsupportedError } from "../model/errors.js";
import type { SearchPattern, TextMatch } from "../model/match.js";
import type { RegexEngine } from "../regex/port.js";
import { boundMatcher, type BoundedMatcher } from "../regex/budget.js";
import { spanMatch } from "./span-match.js";

/** What the folds of this room work with. */
export interface Tools {
  readonly core: Core;
  /** Null where the host gave none: an expression is then refused. */
  readonly regex: RegexEngine | null;
}

/** A pattern ready to be asked; one search, one budget. */
export interface CompiledPattern {
  /** The match in a text as it stands, trimmed. */
  match(text: string): TextMatch | null;
  /** The matches in rows on one line each, whitespace collapsed; at least the `limit` best of them. */
  matchRows(rows: readonly string[], limit: number): RowMatch[];
  close(): void;
}

/**
 * The expression that a query spells with a slash at each end, untrimmed inside; null for any other
 * query. There are no flags: "/x/i" is text.
 */
export function regexSource(query: string): string | null {
  const trimmed = trimWhiteSpace(query);
  const spelled = trimmed.length > 2 && trimmed.startsWith("/") && trimmed.endsWith("/");
  return spelled ? trimmed.slice(1, -1) : null;
}

/** Reads one input box: "/…/" is an expression, anything else is text. */
export function parsePattern(query: string): SearchPattern {
  const source = regexSource(query);
  return source === null ? { type: "text", query } : { type: "regex", source };
}

/** A pattern that can match nothing by definition, so nothing need be read or compiled for it. */
export function isBlankPattern(pattern: SearchPattern): boolean {
  return pattern.type === "text" ? isBlank(pattern.query) : pattern.source === "";
}

/** Throws `RegexUnsupportedError`, `InvalidPatternError` or `RegexBudgetError` for an expression. */
export function compilePattern(tools: Tools, pattern: SearchPattern): CompiledPattern {
  if (pattern.type === "text") return new TextPattern(tools.core, pattern.query);
  return new RegexPattern(tools.core, compileExpression(tools, pattern.source));
}

/** The same for an expression alone, which can then also say where it matches. */
export function compileExpression({ regex }: Tools, source: string): BoundedMatcher {
  if (regex === null) throw RegexUnsupportedError.of(source);
  return boundMatcher(regex.compile(source));
}

/** Compiles a pattern for as long as `use` runs. */
export function withPattern<Result>(
  tools: Tools,
  pattern: SearchPattern,
  use: (compiled: CompiledPattern) => Result,
): Result {
  const compiled = compilePattern(tools, pattern);
  try {
    return use(compiled);
  } finally {
    compiled.close();
  }
}

class TextPattern implements CompiledPattern {
  readonly #core: Core;
  readonly #query: string;

  constructor(core: Core, query: string) {
    this.#core = core;
    this.#query = query;
  }

  match(text: string): TextMatch | null {
    return this.#core.score(this.#query, text);
  }

  matchRows(rows: readonly string[], limit: number): RowMatch[] {
    return this.#core.scanRows(this.#query, rows, limit);
  }

  close(): void {
    // The core holds nothing for a text.
  }
}

class RegexPattern implements CompiledPattern {
  readonly #core: Core;
  readonly #scan: BoundedMatcher;

  constructor(core: Core, scan: BoundedMatcher) {
    this.#core = core;
    this.#scan = scan;
  }

  match(text: string): TextMatch | null {
    const trimmed = trimWhiteSpace(text);
    const span = this.#scan.find(trimmed);
    return span === null ? null : spanMatch(this.#core, trimmed, span);
  }

  matchRows(rows: readonly string[]): RowMatch[] {
    const matches: RowMatch[] = [];
    for (const [row, text] of rows.entries()) {
      const match = this.match(collapseWhiteSpace(text));
      if (match !== null) matches.push({ row, ...match });
    }
    return matches;
  }

  close(): void {
    this.#scan.close();
  }
}
