// Searches a log behind HTTP to its oldest row, 2,048 rows at a time, and says how far it is:
//   bun examples/bun.ts http://127.0.0.1:8788/log "/gauge|tide/"
import { createCore, createRecall, parsePattern, type MessageHit, type Sequence } from "backread";
import { httpLog } from "backread/log/http";
import { createRe2jsEngine } from "backread/regex";

declare const Bun: { readonly argv: readonly string[] };

const LIMIT = 10;
const [, , url, query] = Bun.argv;
if (url === undefined || query === undefined) throw new Error("usage: bun.ts URL QUERY");
const recall = createRecall({ core: await createCore(), regex: createRe2jsEngine() });
const log = recall.over(httpLog(url));
const search = { pattern: parsePattern(query), limit: LIMIT };

let best: readonly MessageHit[] = [];
let continueFrom: Sequence | null = null;
let read = 0;
do {
  const { hits, coverage } = await log.searchMessages(search, { continueFrom });
  // The sort is stable, and what is found later is older: of equal scores the newest row leads.
  best = [...best, ...hits].toSorted((a, b) => b.score - a.score).slice(0, LIMIT);
  read += coverage.scanned;
  console.error(`${read} rows read, down to ^${coverage.oldest}`);
  continueFrom = coverage.nextBefore;
} while (continueFrom !== null);

for (const { sequence, chatId, excerpt } of best)
  console.log(`^${sequence} ${chatId ?? "main"}: ${excerpt}`);
