import * as callers from "./caller-cases.js";
import * as contents from "./content-cases.js";
import type { CaseHost } from "./fixture.js";
import * as pages from "./page-cases.js";
import * as walks from "./walk-cases.js";

/** Every case by its name, in the order in which they run. The names are what a host skips by. */
export const CASES: ReadonlyMap<string, (host: CaseHost) => Promise<void>> = new Map([
  ["an empty log has no rows and no cursor", pages.emptyLog],
  ["the newest rows come first", pages.newestFirst],
  ["a page keeps to its limit", pages.limitKept],
  ["a cursor is exclusive", pages.cursorExclusive],
  ["the page of the oldest row has no cursor", pages.endHasNoCursor],
  ["reads may come in any order", pages.anyOrderOfReads],
  ["a walk by any page size meets each row once", walks.everyPageSize],
  ["a walk of several full pages meets each row once", walks.longWalk],
  ["sequences may have gaps", walks.gaps],
  ["sequences reach 2^53-1", walks.largestSequences],
  ["rows of one time are neither skipped nor repeated", walks.sharedTime],
  ["walks at the same time do not disturb each other", walks.twoWalks],
  ["rows appended during a walk change nothing behind its cursor", walks.appendedDuringWalk],
  ["content comes back as it was written", contents.texts],
  ["lone surrogates come back", contents.loneSurrogates],
  ["very long content comes back", contents.longText],
  ["every kind of author comes back", contents.authors],
  ["desk ids come back, null and empty apart", contents.desks],
  ["parents come back, null and 0 apart", contents.parents],
  ["the source's time and id come back, or their absence", contents.sources],
  ["a limit without a meaning is refused", callers.badLimit],
  ["a cursor without a meaning is refused", callers.badCursor],
  ["a page's list belongs to the caller", callers.ownList],
  ["a row that a caller changes is unchanged in the log", callers.ownRows],
  ["an aborted read never passes for a page", callers.abortIsNoEnd],
  ["a signal that has fired rejects the read", callers.firedSignalRejects],
]);
