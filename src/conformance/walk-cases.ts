import { walk } from "../log/walk.js";
import type { Message } from "../model/message.js";
import { expectPage, expectRows, expectWalk, fail } from "./expect.js";
import { type CaseHost, row, rowsAt, rowsUpTo } from "./fixture.js";
import { LARGEST_LIMIT, MAX_SEQUENCE } from "./limits.js";

export async function everyPageSize(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(13);
  const { log } = await host.open(rows);
  for (let limit = 1; limit <= rows.length + 1; limit++) await expectWalk(log, rows, limit);
}

export async function longWalk(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(2 * LARGEST_LIMIT + 3);
  const { log } = await host.open(rows);
  const met: Message[] = [];
  const bound = 2 * rows.length;
  const onPage = (page: readonly Message[]): null => (met.push(...page), null);
  const coverage = await walk(log, { bound, onPage });
  expectRows(met, rows.toReversed(), "a walk");
  if (!coverage.complete) fail(`a walk to the end stopped by ${coverage.stoppedBy}`);
}

export async function gaps(host: CaseHost): Promise<void> {
  const rows = rowsAt([0, 1, 5, 2 ** 16, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 40]);
  const { log } = await host.open(rows);
  for (const limit of [1, 2, 4, 9]) await expectWalk(log, rows, limit);
}

export async function largestSequences(host: CaseHost): Promise<void> {
  const rows = [
    row(0),
    ...[3, 2, 1, 0].map((below) => row(MAX_SEQUENCE - below, { parent: MAX_SEQUENCE - 4 })),
  ];
  const { log } = await host.open(rows);
  for (const limit of [1, 2, 5]) await expectWalk(log, rows, limit);
  await expectPage(log, { rows, before: MAX_SEQUENCE, limit: 2 });
}

export async function sharedTime(host: CaseHost): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, index) => row(index * 2, { at: timeOf(index) }));
  const { log } = await host.open(rows);
  await expectWalk(log, rows, 7);
}

/** 45 of the 100 are written in the same second. */
function timeOf(index: number): string {
  return index >= 30 && index < 75 ? "2024-05-01T10:00:00Z" : `2024-05-01T11:00:${index % 60}Z`;
}

export async function twoWalks(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(60);
  const { log } = await host.open(rows);
  await Promise.all([7, 11, 7, 60].map((limit) => expectWalk(log, rows, limit)));
}

export async function appendedDuringWalk(host: CaseHost): Promise<void> {
  const rows = rowsAt([10, 20, 30, 40, 50, 60]);
  const { log, append } = await host.open(rows);
  if (append === undefined)
    fail("open() gave no append: give one, or skip this case with a reason");
  const held = [...rows];
  let before: number | null = null;
  const met: Message[] = [];
  for (let newest = 61; newest <= 67; newest++) {
    const older = before === null ? [...held] : rows;
    const page = await expectPage(log, { rows: older, before, limit: 1 });
    met.push(...page.messages);
    held.push(row(newest));
    await append([row(newest)]);
    if (page.nextBefore === null) break;
    before = page.nextBefore;
  }
  expectRows(met, rows.toReversed(), "a walk with rows appended after every page");
  await expectWalk(log, held, 4);
}
