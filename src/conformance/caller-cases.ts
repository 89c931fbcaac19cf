import type { Page, SessionLog } from "../log/port.js";
import { within } from "./deadline.js";
import { checkPage, type Expected, expectPage, expectRefusal, fail } from "./expect.js";
import { type CaseHost, rowsUpTo } from "./fixture.js";
import { ABORT_MS } from "./limits.js";

const NO_LIMITS = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY];
const NO_CURSORS = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53];

export async function badLimit(host: CaseHost): Promise<void> {
  const { log } = await host.open(rowsUpTo(5));
  for (const limit of NO_LIMITS)
    await expectRefusal(() => log.readBefore(null, limit), `a limit of ${limit}`);
}

export async function badCursor(host: CaseHost): Promise<void> {
  const { log } = await host.open(rowsUpTo(5));
  for (const before of NO_CURSORS)
    await expectRefusal(() => log.readBefore(before, 5), `a cursor of ${before}`);
}

export async function ownList(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(5);
  const { log } = await host.open(rows);
  const asked = { rows, before: null, limit: 3 };
  const { messages } = await expectPage(log, asked);
  attempt(() => Array.prototype.reverse.call(messages));
  attempt(() => Array.prototype.splice.call(messages, 0, 2));
  await expectPage(log, asked);
  await expectPage(log, { ...asked, limit: 5 });
}

export async function ownRows(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(5);
  const { log } = await host.open(rows);
  // What was put in may be the very objects that come out, so the rows to compare with are others.
  const asked = { rows: rowsUpTo(5), before: null, limit: 5 };
  for (const message of (await expectPage(log, asked)).messages) {
    attempt(() => Object.assign(message.author, { id: "changed", label: "changed" }));
    attempt(() => Object.assign(message, { content: "changed", sequence: 77 }));
  }
  await expectPage(log, asked);
}

/** A log may freeze what it gives; a change that is refused is as good as one that is not kept. */
function attempt(change: () => unknown): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

export async function abortIsNoEnd(host: CaseHost): Promise<void> {
  const rows = rowsUpTo(40);
  const { log } = await host.open(rows);
  for (const asked of [
    { rows, before: null, limit: 6 },
    { rows, before: 23, limit: 6 },
  ]) {
    for (const when of ["before", "at once", "later"] as const) await abortedRead(log, asked, when);
    await expectPage(log, asked);
  }
}

/** An aborted read may end in an error or, where it was done already, in the true page. */
async function abortedRead(
  log: SessionLog,
  asked: Expected,
  when: "before" | "at once" | "later",
): Promise<void> {
  const stop = new AbortController();
  const reason = new Error("stopped by the suite");
  if (when === "before") stop.abort(reason);
  const reading = settled(log.readBefore(asked.before, asked.limit, { signal: stop.signal }));
  if (when === "at once") stop.abort(reason);
  if (when === "later") setTimeout(() => stop.abort(reason), 0);
  const page = await within(reading, ABORT_MS, `a read that was aborted ${when}`);
  if (page !== null) checkPage(page, asked);
}

export async function firedSignalRejects(host: CaseHost): Promise<void> {
  const { log } = await host.open(rowsUpTo(5));
  const signal = AbortSignal.abort(new Error("stopped by the suite"));
  const page = await within(
    settled(log.readBefore(null, 5, { signal })),
    ABORT_MS,
    "an aborted read",
  );
  if (page !== null) fail("a read whose signal had fired was answered");
}

function settled(reading: Promise<Page>): Promise<Page | null> {
  return reading.catch(() => null);
}
