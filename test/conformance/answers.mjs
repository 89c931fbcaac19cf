// One function for each `fn` of the vectors: what the built package answers, in the vectors' words.
import * as backread from "../../dist/index.js";
import { teamBriefing, sessionContext } from "../../dist/wire/index.js";
import { pagesHost, rowsHost } from "./hosts.mjs";
import { camelKeys, snakeKeys } from "./keys.mjs";

const { BrevityPolicy, SessionContext, TeamBriefing } = backread;

/** @param {import("../../dist/index.js").Recall} recall */
export function answers(recall) {
  /** @type {Record<string, (input: any) => unknown>} */
  const picks = {
    score: ({ query, text }) => recall.score(query, text),
    score_regex: ({ source, text }) => recall.scorePattern({ type: "regex", source }, text),
    rank: ({ query, pattern, candidates, limit }) =>
      pattern === undefined
        ? recall.rank(query, candidates, limit)
        : recall.rankPattern(pattern, candidates, limit),
    agents: ({ query, pattern, roster, limit }) =>
      pattern === undefined
        ? recall.agents(query, roster, limit)
        : recall.agentsMatching(pattern, roster, limit),
    people: ({ query, roster, limit }) => recall.people(query, roster, limit),
    desks: ({ query, desks, limit }) => recall.desks(query, desks, limit),
    regex_source: ({ query }) => backread.regexSource(query),
    parse_pattern: ({ query }) => backread.parsePattern(query),
    masking: ({ body }) => ({
      fenced: {
        bytes: recall.fencedRanges(body, { unit: "utf8" }),
        utf16: recall.fencedRanges(body, { unit: "utf16" }),
      },
      code: {
        bytes: recall.codeRanges(body, { unit: "utf8" }),
        utf16: recall.codeRanges(body, { unit: "utf16" }),
      },
    }),
    read_directives: ({ body, author, sequence }) =>
      recall.readDirectives({ content: body, author, sequence }),
    fold_pins: ({ rows, limit }) => {
      const pins = recall.foldPins(camelKeys(rows), limit);
      return snakeKeys({ pins, note: backread.pinNote(pins) });
    },
    pin_note: ({ pins }) => backread.pinNote(camelKeys(pins)),
    fold_thread_index: ({ rows, limit }) => backread.foldThreadIndex(camelKeys(rows), limit),
    same_conversation: ({ a, b }) => backread.sameConversation(a, b),
    equivalent_to: ({ a, b }) => backread.equivalentTo(camelKeys(a), camelKeys(b)),
    brevity: ({ policy, content }) => ({
      overrun: BrevityPolicy.overrun(camelKeys(policy), content),
      rule_text: BrevityPolicy.ruleText(camelKeys(policy)),
    }),
    session_context: ({ context }) => {
      const decoded = sessionContext.decode(context);
      return {
        is_empty: SessionContext.isEmpty(decoded),
        system_text: SessionContext.systemText(decoded),
      };
    },
    team_briefing: ({ briefing }) => TeamBriefing.systemText(teamBriefing.decode(briefing)),
    validate_page: ({ page, before, requested, seen }) => {
      const all = new Set(seen);
      return attempt(() => {
        backread.validatePage(camelKeys(page), { before, limit: requested }, all);
        return { seen: [...all] };
      });
    },
    log_suite: async ({ log, queries }) => {
      const out = [];
      for (const query of queries) {
        /** @type {[number | null, number][]} */
        const reads = [];
        const host = rowsHost(camelKeys(log), reads);
        out.push({ ...(await attemptAsync(() => ask(recall, host, query))), reads });
      }
      return out;
    },
    pages_query: async ({ pages, query }) => {
      /** @type {[number | null, number][]} */
      const reads = [];
      const host = pagesHost(camelKeys(pages), reads);
      return { ...(await attemptAsync(() => ask(recall, host, query))), reads };
    },
  };
  return picks;
}

/**
 * @param {import("../../dist/index.js").Recall} recall
 * @param {import("../../dist/index.js").SessionLog} log
 * @param {any} question
 */
async function ask(recall, log, question) {
  const { fn, query, conversation, pattern, limit, before, briefing, notes } = camelKeys(question);
  switch (fn) {
    case "project_session":
      return (await recall.projectSession(log, query)).messages;
    case "read_thread_index":
      return (await recall.threadIndex(log, conversation, { limit })).threads;
    case "search_messages":
      return snakeKeys((await recall.searchMessages(log, query)).hits);
    case "search_threads":
      return (await recall.searchThreads(log, { conversation, pattern }, { limit })).hits;
    case "read_pinboard":
      return snakeKeys((await recall.readPinboard(log, conversation, { limit, before })).pins);
    case "initialize_session_with_context": {
      const start = { query, briefing, notes };
      const { coverage: _, ...rest } = await recall.initializeSessionWithContext(log, start);
      return snakeKeys(rest);
    }
    default:
      throw new Error(`no answer to ${fn}`);
  }
}

/** @param {() => unknown} answer */
export function attempt(answer) {
  try {
    return { ok: answer() };
  } catch (error) {
    return { error: errorForm(error) };
  }
}

/** @param {() => Promise<unknown>} answer */
async function attemptAsync(answer) {
  try {
    return { ok: await answer() };
  } catch (error) {
    return { error: errorForm(error) };
  }
}

/** @type {Record<string, string>} */
const TYPES = {
  read_failed: "Read",
  page_too_large: "PageTooLarge",
  empty_page_cursor: "EmptyPageCursor",
  duplicate_sequence: "DuplicateSequence",
  page_out_of_range: "PageOutOfRange",
  page_not_descending: "PageNotDescending",
  cursor_did_not_advance: "CursorDidNotAdvance",
  cursor_after_oldest: "CursorAfterOldest",
};

/** @param {unknown} error */
function errorForm(error) {
  if (!(error instanceof backread.BackreadError)) throw error;
  if (error instanceof backread.InvalidPatternError)
    return { type: "InvalidPattern", pattern: error.data.pattern };
  const type = TYPES[error.code];
  if (type === undefined) throw error;
  return { type, ...snakeKeys(error.data), message: error.message };
}
