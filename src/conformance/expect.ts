import type { Page, SessionLog } from "../log/port.js";
import { validatePage } from "../log/validate-page.js";
import type { Message, Sequence } from "../model/message.js";
import { describeDifference } from "./difference.js";

/** Why a case fails; the runner of the case adds its name. */
export class Unmet extends Error {}

export function fail(reason: string): never {
  throw new Unmet(reason);
}

/** What was asked, and every row that the log holds, ascending. */
export interface Expected {
  readonly rows: readonly Message[];
  readonly before: Sequence | null;
  readonly limit: number;
}

/** Reads a page and holds it against the rows that the log was opened with. */
export async function expectPage(log: SessionLog, expected: Expected): Promise<Page> {
  const page = await log.readBefore(expected.before, expected.limit);
  checkPage(page, expected);
  return page;
}

/**
 * A page may be shorter than its limit, but it must be the newest rows without a hole, and its
 * cursor must neither skip a row nor be missing while older rows exist.
 */
export function checkPage(page: Page, { rows, before, limit }: Expected): void {
  const asked = `readBefore(${before}, ${limit})`;
  try {
    validatePage(page, { before, limit }, new Set());
  } catch (error) {
    throw new Unmet(`${asked}: ${messageOf(error)}`, { cause: error });
  }
  const left = rows.filter(({ sequence }) => before === null || sequence < before).toReversed();
  const { messages, nextBefore } = page;
  expectRows(messages, left.slice(0, messages.length), asked);
  if (messages.length === 0 && left.length > 0)
    fail(`${asked} gave no rows while ${left.length} are there`);
  const older = left[messages.length];
  if (older === undefined) return;
  if (nextBefore === null)
    fail(`${asked} gave no cursor while row ${older.sequence} and older ones are there`);
  if (nextBefore <= older.sequence)
    fail(`${asked} gave the cursor ${nextBefore}, which skips row ${older.sequence}`);
}

/** Compares rows in order and number. */
export function expectRows(
  actual: readonly Message[],
  expected: readonly Message[],
  what: string,
): void {
  for (const [index, message] of actual.entries()) {
    const wanted = expected[index];
    if (wanted === undefined) fail(`${what} gave row ${message.sequence}, which is not there`);
    const difference = describeDifference(wanted, message);
    if (difference !== null) fail(`${what}, row ${index} of the page: ${difference}`);
  }
  const missing = expected[actual.length];
  if (missing !== undefined) fail(`${what} did not give row ${missing.sequence}`);
}

/** Follows the cursors to the end with one limit, and checks each page against all rows. */
export async function expectWalk(
  log: SessionLog,
  rows: readonly Message[],
  limit: number,
): Promise<void> {
  const met: Message[] = [];
  let before: Sequence | null = null;
  // A sound page brings a row or ends the walk; the count keeps a log that lies from going on.
  for (let reads = 0; reads <= rows.length; reads++) {
    const page: Page = await expectPage(log, { rows, before, limit });
    met.push(...page.messages);
    if (page.nextBefore === null) break;
    before = page.nextBefore;
  }
  expectRows(met, rows.toReversed(), `a walk by ${limit}`);
}

/** Refused is: a promise that rejects with an error of a stable `code`, not one thrown by accident. */
export async function expectRefusal(read: () => Promise<Page>, what: string): Promise<void> {
  let reading: Promise<Page>;
  try {
    reading = read();
  } catch (error) {
    throw new Unmet(`${what} threw where its promise should reject`, { cause: error });
  }
  let error: unknown;
  try {
    await reading;
  } catch (caught) {
    error = caught;
  }
  if (error === undefined) fail(`${what} was answered`);
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    throw new Unmet(`${what} rejected without an error that has a code`, { cause: error });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
