import { AdminRefusedError } from "../../model/store-errors.js";
import { STATEMENT_TIMEOUT_MS } from "../bounds.js";
import { reading, writing, type BoundSession, type Scope } from "../scope.js";
import { ADMIN_BATCH } from "./bounds.js";
import type { Opened, Step, Target, Verdict, Window } from "./step.js";
import type { Tally } from "./tally.js";

export interface Run {
  readonly scope: Scope;
  readonly target: Target;
  readonly dryRun: boolean;
  /** Most changes. */
  readonly limit: number;
  /** What was counted stays counted where the run fails halfway. */
  readonly tally: Tally;
}

interface Work<Found extends Verdict> {
  readonly run: Run;
  readonly step: Step<Found>;
  readonly opened: Opened<Found>;
}

/** What every command counts. */
const COMMON_COUNTS: readonly string[] = ["eligible", "selected", "updated", "raced"];

/** Below every number of a row. */
const BEFORE_ALL = -1;

/** Looks at a whole conversation, so it may take longer than a search. */
const PATIENT = { timeoutMs: STATEMENT_TIMEOUT_MS };

/** Runs a command over one conversation. False where its limit ended it. Errors: `AdminRefusedError`. */
export async function runStep<Found extends Verdict>(
  run: Run,
  step: Step<Found>,
): Promise<boolean> {
  const opened = await reading(run.scope, (s) => step.open(s, run.target), PATIENT);
  const work = { run, step, opened };
  await refuse(work);
  const selected = new Set<string>();
  let left = run.limit;
  for await (const { window, found } of planAll(work)) {
    const { taken, cut } = clip(step, found, left);
    count(work, taken, selected);
    const changes = taken.filter((each) => isChange(step, each));
    left -= changes.length;
    if (!run.dryRun && changes.length > 0) {
      const updated = await applyPlanned(work, window, changes);
      run.tally.add("updated", updated);
      run.tally.add("raced", changes.length - updated);
    }
    if (cut) return false;
  }
  return true;
}

/** Nothing of a conversation is changed where something in it must not be there. */
async function refuse<Found extends Verdict>(work: Work<Found>): Promise<void> {
  const { refusing } = work.step;
  if (refusing === undefined) return;
  for await (const { found } of planAll(work))
    if (found.some(({ verdict }) => verdict === refusing.verdict))
      throw AdminRefusedError.of(refusing.reason);
}

interface Planned<Found> {
  readonly window: Window;
  readonly found: readonly Found[];
}

/** Window by window, each in its own transaction. */
async function* planAll<Found extends Verdict>(
  work: Work<Found>,
): AsyncGenerator<Planned<Found>, void, undefined> {
  for (let after = BEFORE_ALL; ;) {
    const planned = await reading(work.run.scope, (s) => planNext(s, work, after), PATIENT);
    if (planned === null) return;
    yield planned;
    after = planned.window.upTo;
  }
}

/** Null where no row is left. */
async function planNext<Found extends Verdict>(
  session: BoundSession,
  { run, step, opened }: Work<Found>,
  after: number,
): Promise<Planned<Found> | null> {
  const [end] = await session.query<{ readonly up_to: number | null }>(
    `select max(sequence) as up_to from (select sequence from backread.messages
       where perspective_id = $1 and conversation_id = $2 and sequence > $3
       order by sequence limit $4) m`,
    [session.perspectiveId, run.target.conversationId, after, step.batch ?? ADMIN_BATCH],
  );
  const upTo = end?.up_to ?? null;
  if (upTo === null) return null;
  const window = { after, upTo };
  return { window, found: await opened.plan(session, window) };
}

/** What was found up to the last change that the limit leaves room for. */
function clip<Found extends Verdict>(
  step: Step<Found>,
  found: readonly Found[],
  left: number,
): { readonly taken: readonly Found[]; readonly cut: boolean } {
  let changes = 0;
  const end = found.findIndex((each) => isChange(step, each) && ++changes > left);
  return end < 0 ? { taken: found, cut: false } : { taken: found.slice(0, end), cut: true };
}

function isChange<Found extends Verdict>({ changing }: Step<Found>, { verdict }: Found): boolean {
  return changing.includes(verdict);
}

function count<Found extends Verdict>(
  { run: { tally }, step }: Work<Found>,
  taken: readonly Found[],
  selected: Set<string>,
): void {
  for (const found of taken) {
    tally.add("eligible");
    tally.add(found.verdict);
    if (!isChange(step, found)) continue;
    tally.add("selected");
    for (const name of step.more?.of(found) ?? []) tally.add(name);
    if (step.distinct === undefined) continue;
    const before = selected.size;
    for (const value of step.distinct.of(found)) selected.add(value);
    tally.add(step.distinct.name, selected.size - before);
  }
}

/** Every name that a step's report has. */
export function countsOf<Found extends Verdict>(step: Step<Found>): readonly string[] {
  const { verdicts, more, distinct } = step;
  const rest = [...(more?.names ?? []), ...(distinct === undefined ? [] : [distinct.name])];
  return [...COMMON_COUNTS, ...verdicts, ...rest];
}

/**
 * Locks the conversation, as ingestion does, and the rows, as deletion does; plans again, and
 * applies what is still as it was planned.
 */
function applyPlanned<Found extends Verdict>(
  { run: { scope, target }, opened }: Work<Found>,
  window: Window,
  changes: readonly Found[],
): Promise<number> {
  return writing(
    scope,
    async (session) => {
      await holdEpoch(session, target);
      await holdRows(session, opened, changes);
      const now = new Set((await opened.plan(session, window)).map((found) => keyOf(found)));
      const same = changes.filter((found) => now.has(keyOf(found)));
      return same.length === 0 ? 0 : opened.apply(session, same);
    },
    { retry: true },
  );
}

function keyOf(found: Verdict): string {
  return JSON.stringify(found);
}

async function holdEpoch(session: BoundSession, target: Target): Promise<void> {
  const [row] = await session.query<{ readonly epoch: number; readonly merged: boolean }>(
    `select epoch, merged_into is not null as merged from backread.conversations
     where perspective_id = $1 and id = $2 for update`,
    [session.perspectiveId, target.conversationId],
  );
  if (row?.epoch !== target.epoch || row.merged)
    throw AdminRefusedError.of("the conversation was reset or merged meanwhile");
}

async function holdRows<Found extends Verdict>(
  session: BoundSession,
  opened: Opened<Found>,
  changes: readonly Found[],
): Promise<void> {
  const rows = changes.flatMap((found) => [found.row_id, ...(opened.holds?.(found) ?? [])]);
  await session.query(
    `select id from backread.messages where perspective_id = $1 and id = any($2::bigint[])
     order by id for update`,
    [session.perspectiveId, [...new Set(rows)]],
  );
}
