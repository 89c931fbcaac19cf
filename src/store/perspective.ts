import { InvalidArgumentError } from "../model/errors.js";
import { MAX_SEARCH_TIMEOUT_MS, SEARCH_TIMEOUT_MS } from "./bounds.js";
import { checkCount } from "./check-count.js";
import type { Database, Session } from "./database.js";
import { EnvelopeKeys } from "./envelope-keys.js";
import type { Perspective } from "./port.js";
import type { Scope } from "./scope.js";
import { storable } from "./text.js";

const DEFAULT_SEARCH_CONFIG = "english";

export interface PerspectiveOptions {
  /** Text search configuration of a new perspective, such as `german`; `english` when absent. */
  readonly searchConfig?: string;
  readonly auditKey?: CryptoKey | null;
  readonly searchTimeoutMs?: number | undefined;
}

/**
 * Binds a database to one perspective, which is made when it is new. Errors: `InvalidArgumentError`
 * for a search configuration that the database has not, or another than the perspective was made
 * with: its index would answer for half of the rows.
 */
export async function openPerspective(
  database: Database,
  perspective: Perspective,
  options: PerspectiveOptions = {},
): Promise<Scope> {
  const { tenant, agent } = perspective;
  const { searchTimeoutMs = SEARCH_TIMEOUT_MS } = options;
  checkCount("searchTimeoutMs", searchTimeoutMs, { most: MAX_SEARCH_TIMEOUT_MS });
  if (agent === "") throw InvalidArgumentError.of("perspective.agent", "must not be empty");
  for (const [argument, value] of Object.entries({ tenant, agent }))
    if (storable(value) !== value)
      throw InvalidArgumentError.of(`perspective.${argument}`, "holds what cannot be stored");
  const perspectiveId = await database.transaction({ begin: "begin" }, (session) =>
    findOrMake(session, perspective, options.searchConfig),
  );
  const auditKey = options.auditKey ?? null;
  const envelopeKeys = new EnvelopeKeys();
  const bound = { perspective: { tenant, agent }, perspectiveId, searchTimeoutMs };
  return { database, ...bound, auditKey, envelopeKeys };
}

interface PerspectiveRow {
  readonly id: number;
  readonly search_config: string;
}

async function findOrMake(
  session: Session,
  { tenant, agent }: Perspective,
  searchConfig: string | undefined,
): Promise<number> {
  const wanted = searchConfig ?? DEFAULT_SEARCH_CONFIG;
  if (!(await hasConfig(session, wanted)))
    throw InvalidArgumentError.of("searchConfig", "is not known to the database");
  await session.query(
    `insert into backread.perspectives (tenant, agent, search_config)
     values ($1, $2, $3::text::regconfig) on conflict (tenant, agent) do nothing`,
    [tenant, agent, wanted],
  );
  const [row] = await session.query<PerspectiveRow>(
    `select p.id, c.cfgname as search_config from backread.perspectives p
     join pg_ts_config c on c.oid = p.search_config where p.tenant = $1 and p.agent = $2`,
    [tenant, agent],
  );
  if (row === undefined) throw new Error("a perspective that was just made is not there");
  if (searchConfig !== undefined && row.search_config !== searchConfig)
    throw InvalidArgumentError.of("searchConfig", `is ${row.search_config} in this perspective`);
  return row.id;
}

async function hasConfig(session: Session, name: string): Promise<boolean> {
  const rows = await session.query(
    `select from pg_ts_config where cfgname = $1 and pg_ts_config_is_visible(oid)`,
    [name],
  );
  return rows.length > 0;
}
