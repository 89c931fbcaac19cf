import { MAX_SEQUENCE } from "./limits.js";
import { expectPage, fail } from "./expect.js";
import { type CaseHost, rowsAt, rowsUpTo } from "./fixture.js";

/** Far from consecutive, with a hole wherever a cursor may fall. */
const SPREAD = [3, 4, 9, 12, 40, 41, 1000] as const;

export async function emptyLog(host: CaseHost): Promise<void> {
  const { log } = await host.open([]);
  for (const before of [null, 0, 1, MAX_SEQUENCE]) {
    const page = await expectPage(log, { rows: [], before, limit: 5 });
    if (page.nextBefore !== null) fail(`an empty log gave the cursor ${page.nextBefore}`);
  }
}

export async function newestFirst(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(9);
  const { log } = await host.open(rows);
  await expectPage(log, { rows, before: null, limit: 9 });
  await expectPage(log, { rows, before: null, limit: 4 });
}

export async function limitKept(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(9);
  const { log } = await host.open(rows);
  for (const limit of [1, 2, 8, 9, 10, 90])
    for (const before of [null, 10, 9, 5, 2]) await expectPage(log, { rows, before, limit });
}

export async function cursorExclusive(host: CaseHost): Promise<void> {
  const rows = rowsAt(SPREAD);
  const { log } = await host.open(rows);
  const beside = SPREAD.flatMap((sequence) => [sequence - 1, sequence, sequence + 1]);
  for (const before of new Set([0, ...beside, MAX_SEQUENCE]))
    for (const limit of [1, 3, 100]) await expectPage(log, { rows, before, limit });
}

export async function endHasNoCursor(host: CaseHost): Promise<void> {
  const rows = rowsAt(SPREAD);
  const { log } = await host.open(rows);
  for (const [before, limit] of [
    [null, SPREAD.length],
    [null, SPREAD.length + 1],
    [12, 3],
    [4, 1],
    [3, 1],
    [0, 1],
  ] as const) {
    const { messages, nextBefore } = await expectPage(log, { rows, before, limit });
    // A short page says nothing about the end; only one that holds the oldest row must.
    const left = rows.filter(({ sequence }) => before === null || sequence < before);
    if (messages.length === left.length && nextBefore !== null)
      fail(`readBefore(${before}, ${limit}) gave the cursor ${nextBefore} at the end of the log`);
  }
}

export async function anyOrderOfReads(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(40);
  const { log } = await host.open(rows);
  for (const before of [7, 40, null, 2, 23, 41, 22, 7, null])
    await expectPage(log, { rows, before, limit: 6 });
}
