import type { SessionLog } from "../log/port.js";
import { PIN_LIMIT, SELECT_LIMIT } from "../model/bounds.js";
import type { SearchPattern } from "../model/match.js";
import { checkSummary } from "./check-summary.js";
import { highlight } from "./highlight.js";
import { initializeSession, initializeSessionWithContext } from "./initialize-session.js";
import { openSearch } from "./open-search.js";
import { withPattern, type Tools } from "./pattern.js";
import { agentCandidates, deskCandidates, peopleCandidates, rankPattern } from "./pickers.js";
import { readDirectives } from "./pin-directives.js";
import { foldPins, readPinboard } from "./pins.js";
import { projectSession } from "./project-session.js";
import type { LogFunctions, LogRecall, Recall, RecallOptions } from "./recall.js";
import { searchMessages } from "./search-messages.js";
import { searchThreads, threadIndex } from "./threads.js";

/** The local interface of recall, over a core and, for expressions, an engine. */
export function createRecall({ core, regex }: RecallOptions): Recall {
  const tools: Tools = { core, regex: regex ?? null };
  const reading = logFunctions(tools);
  return Object.freeze({
    core,
    ...reading,
    ...pickers(tools),
    ...texts(tools),
    over: over(reading),
  });
}

function logFunctions(tools: Tools): LogFunctions {
  const { core } = tools;
  return {
    searchMessages: (log, query, options) => searchMessages(tools, log, query, options),
    searchThreads: (log, search, options) => searchThreads(tools, log, search, options),
    threadIndex,
    projectSession,
    readPinboard: (log, conversation, options) => readPinboard(core, log, conversation, options),
    initializeSession,
    initializeSessionWithContext: (log, start, options) =>
      initializeSessionWithContext(core, log, start, options),
    checkSummary,
    openSearch: (log, options) => openSearch(tools, log, options),
  };
}

function over(reading: LogFunctions): (log: SessionLog) => LogRecall {
  return (log) =>
    Object.freeze({
      searchMessages: (query, options) => reading.searchMessages(log, query, options),
      searchThreads: (search, options) => reading.searchThreads(log, search, options),
      threadIndex: (conversation, options) => reading.threadIndex(log, conversation, options),
      projectSession: (query, options) => reading.projectSession(log, query, options),
      readPinboard: (conversation, options) => reading.readPinboard(log, conversation, options),
      initializeSession: (start, options) => reading.initializeSession(log, start, options),
      initializeSessionWithContext: (start, options) =>
        reading.initializeSessionWithContext(log, start, options),
      checkSummary: (claim, options) => reading.checkSummary(log, claim, options),
      openSearch: (options) => reading.openSearch(log, options),
    } satisfies LogRecall);
}

type Pickers = Pick<
  Recall,
  | "rank"
  | "rankPattern"
  | "agents"
  | "agentsMatching"
  | "people"
  | "peopleMatching"
  | "desks"
  | "desksMatching"
>;

function pickers(tools: Tools): Pickers {
  const rank: Pickers["rankPattern"] = (pattern, candidates, limit = SELECT_LIMIT) =>
    rankPattern(tools, pattern, candidates, limit);
  return {
    rank: (query, candidates, limit) => rank(text(query), candidates, limit),
    rankPattern: rank,
    agents: (query, roster, limit) => rank(text(query), agentCandidates(roster), limit),
    agentsMatching: (pattern, roster, limit) => rank(pattern, agentCandidates(roster), limit),
    people: (query, roster, limit) => rank(text(query), peopleCandidates(roster), limit),
    peopleMatching: (pattern, roster, limit) => rank(pattern, peopleCandidates(roster), limit),
    desks: (query, desks, limit) => rank(text(query), deskCandidates(desks), limit),
    desksMatching: (pattern, desks, limit) => rank(pattern, deskCandidates(desks), limit),
  };
}

function text(query: string): SearchPattern {
  return { type: "text", query };
}

type Texts = Pick<
  Recall,
  | "score"
  | "scorePattern"
  | "highlight"
  | "codeRanges"
  | "fencedRanges"
  | "readDirectives"
  | "foldPins"
>;

function texts(tools: Tools): Texts {
  const { core } = tools;
  return {
    score: (query, text) => core.score(query, text),
    scorePattern: (pattern, text) =>
      withPattern(tools, pattern, (compiled) => compiled.match(text)),
    highlight: (pattern, text) => highlight(tools, pattern, text),
    codeRanges: (text, { unit }) => core.codeRanges(text, unit),
    fencedRanges: (text, { unit }) => core.fencedRanges(text, unit),
    readDirectives: (message) => readDirectives(core, message),
    foldPins: (rows, limit = PIN_LIMIT) => foldPins(core, rows, limit),
  };
}
