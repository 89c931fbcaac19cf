import { callTool } from "../../dist/tools/call-tool.js";
import { profileTools, type ToolProfile } from "../../dist/tools/profiles.js";
import { COMMON, COMMON_CJK } from "./live.js";
import type { Asked, Path, Told } from "./paths.js";
import { textToken } from "./world.js";

const TOOLS = [
  ...profileTools("history", undefined, { facts: true }),
  ...profileTools("search_and_fetch"),
];

/** Calls tools that read one view. */
export interface Caller {
  call(name: string, args: object): Promise<Called>;
  close(): Promise<void>;
}

export interface Called {
  readonly failed: boolean;
}

export type OpenCaller = (asked: Asked, profile: ToolProfile) => Promise<Caller>;

/** The tools that a model is given, in both profiles. */
export const TOOL_PATHS: readonly Path[] = toolPaths("tool", async ({ view }) => ({
  call: (name, args) => callTool(TOOLS, view, { name, arguments: args }),
  close: async () => undefined,
}));

export function toolPaths(kind: string, open: OpenCaller): readonly Path[] {
  const path = (name: string, profile: ToolProfile, calls: readonly Calls[]): Path => ({
    name: `${kind} ${name}`,
    ask: async (asked) => {
      const caller = await open(asked, profile);
      try {
        const told: Told[] = [];
        for (const each of calls) told.push(await each(asked, caller, name));
        return told.reduce((left, right) => joined(left, right));
      } finally {
        await caller.close();
      }
    },
  });
  return [
    path("search_history", "history", [
      eachOf([{ query: COMMON }, { query: COMMON_CJK }]),
      eachRow((row) => ({ query: textToken(row) })),
    ]),
    path("query_facts", "history", [
      eachOf([{}, { query: COMMON }]),
      eachRow((row) => ({ query: textToken(row) })),
    ]),
    path("read_message", "history", [eachRow((_, id) => ({ message_id: id }))]),
    path("pinboard", "history", [eachOf([{}])]),
    path("threads", "history", [eachOf([{}])]),
    path("search", "search_and_fetch", [eachOf([{ query: COMMON }, { query: "ha" }])]),
    path("fetch", "search_and_fetch", [eachRow((_, id) => ({ id }))]),
  ];
}

type Calls = (asked: Asked, caller: Caller, name: string) => Promise<Told>;

function eachOf(calls: readonly object[]): Calls {
  return async (_, caller, name) => {
    const answers: Called[] = [];
    for (const args of calls) answers.push(await caller.call(name, args));
    return { answers, wrong: answers.flatMap((answer) => failure(name, answer)), pairs: 0 };
  };
}

/** A row that may be seen is told when it is asked for, and another is not. */
function eachRow(argsFor: (row: string, messageId: string) => object): Calls {
  return async ({ live, visible, some }, caller, name) => {
    const answers: Called[] = [];
    const wrong: string[] = [];
    const rows = some.filter((row) => !live.oracle.row(row).memory);
    for (const row of rows) {
      const answer = await caller.call(name, argsFor(row, live.messageId(row)));
      answers.push(answer);
      const { version } = live.oracle.row(row);
      const told = JSON.stringify(answer).includes(`${textToken(row, version)} `);
      // By what it said at first, an edited row is not found any more; its neighbours may be.
      if (version === 0 && told !== visible.has(row))
        wrong.push(`${row} is ${told ? "" : "not "}told`);
    }
    return { answers, wrong, pairs: rows.length };
  };
}

function failure(name: string, answer: Called): readonly string[] {
  return answer.failed ? [`${name} failed: ${JSON.stringify(answer)}`] : [];
}

function joined(left: Told, right: Told): Told {
  return {
    answers: [...left.answers, ...right.answers],
    wrong: [...left.wrong, ...right.wrong],
    pairs: left.pairs + right.pairs,
  };
}
