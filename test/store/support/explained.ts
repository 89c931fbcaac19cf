import { Client } from "pg";
import type { Database } from "../../../dist/store/database.js";
import { parserOf } from "../../../dist/store/driver/parse.js";
import type { Connection } from "../../../dist/store/postgres/connection.js";
import { ServerDatabase } from "../../../dist/store/postgres/server-database.js";
import { PARTITIONED } from "../../../dist/store/schema/001-tables.js";
import { asAdmin } from "../harness.js";
import type { TestServer } from "../server-setup.js";

/** One statement as the server executed it, those inside functions too. */
export interface Executed {
  readonly text: string;
  /** Names of the partitions that it looked into, each once. */
  readonly partitions: readonly string[];
  /** The most rows of them that one scan took up, those included that it then put aside. */
  readonly rows: number;
}

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Loops": number;
  readonly "Actual Rows": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** From now on each session of a database tells the plan of every statement as a notice. */
export async function explainEverything(server: TestServer, name: string): Promise<void> {
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
  };
  for (const [setting, value] of Object.entries(settings))
    await asAdmin(server, `alter database ${name} set ${setting} = '${value}'`);
}

/** A server whose plans are told to `listen`, all planned in one way. */
export function openExplained(
  url: string,
  planCacheMode: "auto" | "force_custom_plan" | "force_generic_plan",
  listen: (executed: Executed) => void,
): Database {
  const connect = async (): Promise<Connection> => {
    const client = new Client({
      connectionString: url,
      options: `-c TimeZone=UTC -c DateStyle=ISO -c plan_cache_mode=${planCacheMode}`,
      types: { getTypeParser: (oid: number) => parserOf(oid) },
    });
    client.on("notice", ({ message = "" }) => {
      const plan = /^duration: .* plan:\n([\s\S]*)$/.exec(message)?.[1];
      if (plan !== undefined) listen(executed(plan));
    });
    await client.connect();
    return {
      alive: true,
      query: async (text, values) => (await client.query(text, [...values])).rows,
      script: async (text) => [await client.query(text)].flat().at(-1)?.rows ?? [],
      end: () => client.end(),
    };
  };
  return new ServerDatabase(connect, { url, connections: 4 });
}

function executed(json: string): Executed {
  const told = JSON.parse(json) as { readonly "Query Text": string; readonly Plan: PlanNode };
  return {
    text: told["Query Text"],
    partitions: [...new Set(partitionsIn(told.Plan))],
    rows: Math.max(0, ...rowsIn(told.Plan)),
  };
}

const PARTITION = new RegExp(`^(?:${PARTITIONED.join("|")})_\\d+$`);

/** A node that was pruned or never reached has looked into nothing. */
function partitionsIn(node: PlanNode): readonly string[] {
  const { "Relation Name": name = "", "Actual Loops": loops, Plans = [] } = node;
  const own = PARTITION.test(name) && loops > 0 ? [name] : [];
  return [...own, ...Plans.flatMap((child) => partitionsIn(child))];
}

/** Of each scan; the plan tells averages of a loop. */
function rowsIn(node: PlanNode): readonly number[] {
  const { "Relation Name": name = "", "Actual Loops": loops, Plans = [] } = node;
  const taken =
    node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  const own = PARTITION.test(name) ? [taken * loops] : [];
  return [...own, ...Plans.flatMap((child) => rowsIn(child))];
}
