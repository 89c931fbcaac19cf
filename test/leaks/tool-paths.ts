import { callTool } from "../../dist/tools/call-tool.js";
import { profileTools } from "../../dist/tools/profiles.js";
import { COMMON, COMMON_CJK } from "./live.js";
import type { Asked, Path, Told } from "./paths.js";
import { textToken } from "./world.js";

const TOOLS = [...profileTools("history"), ...profileTools("search_and_fetch")];

/** The tools that a model is given, in both profiles. */
export const TOOL_PATHS: readonly Path[] = [
  {
    name: "tool search_history",
    ask: async (asked) => {
      const common = await call(asked, "search_history", [
        { query: COMMON },
        { query: COMMON_CJK },
      ]);
      return joined(
        common,
        await callEach(asked, "search_history", (row) => ({ query: textToken(row) })),
      );
    },
  },
  {
    name: "tool read_message",
    ask: (asked) => callEach(asked, "read_message", (_, messageId) => ({ message_id: messageId })),
  },
  { name: "tool pinboard", ask: (asked) => call(asked, "pinboard", [{}]) },
  { name: "tool threads", ask: (asked) => call(asked, "threads", [{}]) },
  {
    name: "tool search",
    ask: (asked) => call(asked, "search", [{ query: COMMON }, { query: "ha" }]),
  },
  {
    name: "tool fetch",
    ask: (asked) => callEach(asked, "fetch", (_, messageId) => ({ id: messageId })),
  },
];

async function call({ view }: Asked, name: string, calls: readonly object[]): Promise<Told> {
  const answers: unknown[] = [];
  for (const args of calls) answers.push(await callTool(TOOLS, view, { name, arguments: args }));
  return { answers, wrong: answers.flatMap((answer) => failure(name, answer)), pairs: 0 };
}

/** A row that may be seen is told when it is asked for, and another is not. */
async function callEach(
  asked: Asked,
  name: string,
  argsFor: (row: string, messageId: string) => object,
): Promise<Told> {
  const { live, visible, some, view } = asked;
  const answers: unknown[] = [];
  const wrong: string[] = [];
  const rows = some.filter((row) => !live.oracle.row(row).memory);
  for (const row of rows) {
    const args = argsFor(row, live.messageId(row));
    const answer = await callTool(TOOLS, view, { name, arguments: args });
    answers.push(answer);
    const { version } = live.oracle.row(row);
    const told = JSON.stringify(answer).includes(`${textToken(row, version)} `);
    // By what it said at first, an edited row is not found any more; its neighbours may be.
    if (version === 0 && told !== visible.has(row))
      wrong.push(`${row} is ${told ? "" : "not "}told`);
  }
  return { answers, wrong, pairs: rows.length };
}

function failure(name: string, answer: unknown): readonly string[] {
  const { failed } = answer as { failed: boolean };
  return failed ? [`${name} failed: ${JSON.stringify(answer)}`] : [];
}

function joined(left: Told, right: Told): Told {
  return {
    answers: [...left.answers, ...right.answers],
    wrong: [...left.wrong, ...right.wrong],
    pairs: left.pairs + right.pairs,
  };
}
