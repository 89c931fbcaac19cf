import { writing, type BoundSession, type Scope } from "./scope.js";

/** Work that models do, off until a perspective has them: its columns there are named after it. */
export interface ModelGate {
  /** Column of the models' names; null = off. */
  readonly models: "facts_model" | "cards_models";
  /** Columns of how far the rows were looked through that were there before, and of the newest. */
  readonly swept: "facts_swept" | "cards_swept";
  readonly mark: "facts_mark" | "cards_mark";
  /** SQL that tries anew, of perspectives `changed`, what the models before could not do. */
  readonly again: string;
}

// Rows that others are storing at this moment do not know of the models: the lock waits for them, so
// that none of them comes in below the mark after the sweep has passed its place.
const WAIT_FOR_WRITERS = "lock table backread.messages in share mode";

/** Whatever is stored from now on is work, whichever process stores it. Again it changes nothing. */
export async function turnOn(scope: Scope, gate: ModelGate, names: string): Promise<void> {
  const values = [scope.perspectiveId, names];
  await writing(
    scope,
    async (session) => {
      if (await isOff(session, gate)) {
        await session.query(WAIT_FOR_WRITERS);
        await session.query(turnOnSql(gate), values);
      }
      await session.query(changeSql(gate), values);
    },
    { retry: true },
  );
}

async function isOff(session: BoundSession, { models }: ModelGate): Promise<boolean> {
  const rows = await session.query(
    `select from backread.perspectives where id = $1 and ${models} is null`,
    [session.perspectiveId],
  );
  return rows.length > 0;
}

function turnOnSql({ models, swept, mark }: ModelGate): string {
  return `
update backread.perspectives p set ${models} = $2, ${swept} = 0, ${mark} = coalesce((
  select max(m.id) from backread.messages m where m.perspective_id = $1), 0)
where p.id = $1 and p.${models} is null`;
}

function changeSql({ models, again }: ModelGate): string {
  return `
with changed as (
  update backread.perspectives set ${models} = $2
  where id = $1 and ${models} is not null and ${models} <> $2 returning id
)
${again}`;
}

/** What a sweep does with rows `m` above `$2`, up to `$3`, so many at most. */
export interface Sweep {
  /** SQL of their columns that it looks at, the id among them. */
  readonly columns: string;
  readonly most: number;
  /** SQL of further expressions after the rows, which are `old`. */
  readonly work: string;
}

/**
 * Goes on where the last sweep ended, over rows that were there before the gate was turned on. Tells
 * whether there was anything to look through.
 */
export function sweep(scope: Scope, gate: ModelGate, work: Sweep): Promise<boolean> {
  return writing(
    scope,
    async (session) => {
      const [state] = await session.query<SweepState>(holdSql(gate), [session.perspectiveId]);
      if (state === undefined) return false;
      const values = [session.perspectiveId, state.swept, state.mark];
      await session.query(sweepSql(gate, work), values);
      return true;
    },
    { retry: true },
  );
}

interface SweepState {
  readonly swept: number;
  readonly mark: number;
}

function holdSql({ models, swept, mark }: ModelGate): string {
  return `
select ${swept} as swept, ${mark} as mark from backread.perspectives
where id = $1 and ${models} is not null and ${swept} < ${mark} for update`;
}

function sweepSql({ swept }: ModelGate, { columns, most, work }: Sweep): string {
  return `
with old as (
  select ${columns} from backread.messages m
  where m.perspective_id = $1 and m.id > $2 and m.id <= $3 order by m.id limit ${most}
), ${work}
update backread.perspectives set ${swept} = coalesce((select max(id) from old), $3)
where id = $1`;
}
