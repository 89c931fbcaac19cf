import type { AdminReport } from "../../dist/model/admin.js";
import { adminOf } from "../../dist/store/admin/admin.js";
import type { StoreAdmin } from "../../dist/store/admin-port.js";
import type { Database } from "../../dist/store/database.js";
import type { Scope } from "../../dist/store/scope.js";
import { sql } from "./roster-support.js";

/** Everything that a perspective has in every table: what a dry run leaves as it is. */
export async function dump(scope: Scope): Promise<string> {
  const tables = await sql<{ readonly name: string }>(
    scope,
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'backread' and c.relkind in ('r', 'p') and not c.relispartition
       and $1::int > 0 order by 1`,
  );
  const parts = [];
  for (const { name } of tables) {
    const rows = await sql<{ readonly row: string }>(
      scope,
      `select to_jsonb(t)::text as row from backread.${name} t
       where coalesce((to_jsonb(t) ->> 'perspective_id')::int, $1) = $1 order by 1`,
    );
    parts.push(`${name}: ${rows.map(({ row }) => row).join("\n")}`);
  }
  return parts.join("\n");
}

/** The counts of a report that are not 0. */
export function counted({ totals }: AdminReport): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(totals).filter(([, figure]) => figure > 0));
}

/** A column of the live rows of a perspective, by source id. */
export async function columnOf(
  scope: Scope,
  column: string,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = await sql<{ readonly source: string; readonly value: unknown }>(
    scope,
    `select source_id as source, ${column} as value from backread.messages
     where perspective_id = $1 and state = 'live' order by conversation_id, sequence`,
  );
  return Object.fromEntries(rows.map(({ source, value }) => [source, value]));
}

/** As if something else than this package had written it. */
export function plant(scope: Scope, change: string): Promise<unknown> {
  return sql(scope, change);
}

/** Does something between what the first batch of a run plans and what it then changes. */
export function meanwhile(scope: Scope, act: () => Promise<unknown>): StoreAdmin {
  let acted = false;
  const { database } = scope;
  const interposed: Database = {
    kind: database.kind,
    transaction: async (options, body) => {
      if (!acted && options.begin.includes("read committed")) {
        acted = true;
        await act();
      }
      return database.transaction(options, body);
    },
    outside: (text) => database.outside(text),
    exclusively: (key, body) => database.exclusively(key, body),
    close: () => database.close(),
  };
  return adminOf({ ...scope, database: interposed });
}
