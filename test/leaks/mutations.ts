import { MAX_LINEAGE_NODES } from "../../dist/store/bounds.js";
import type { Database } from "../../dist/store/database.js";
import { ELIGIBILITY } from "../../dist/store/schema/002-eligibility.js";

/** One predicate of the database gone, or laxer. */
export interface Mutation {
  readonly name: string;
  /** The function that it changes. */
  readonly of: string;
  readonly body: Body;
  /** Row security is no help to a superuser who owns the tables; here it is to nobody. */
  readonly unfenced?: boolean;
}

type Body =
  /** The whole body. */
  | { readonly sql: string }
  /** One passage of it; the test fails when there is not exactly one such. */
  | { readonly passage: string; readonly becomes: string };

/** Every function of the eligibility migration; one that is missing here fails the suite. */
export function predicates(): readonly string[] {
  return [...ELIGIBILITY.matchAll(/create function backread\.(\w+)/gu)].map(
    ([, name = ""]) => name,
  );
}

const ALL_SETS = `select array_agg(id) from backread.audience_sets where perspective_id = d.perspective_id`;
const ALL_OF_THEM = "select unnest(rows)";

/** What takes the place of a predicate that does not answer with a boolean. */
const EVERYTHING: Readonly<Record<string, string>> = {
  allowed_sets: ALL_SETS,
  lineage_allows: ALL_OF_THEM,
};

/** Each predicate replaced by true, then parts of the two that are more than one condition. */
export function mutations(): readonly Mutation[] {
  return [
    ...predicates().map((name) => ({
      name,
      of: name,
      body: { sql: EVERYTHING[name] ?? "select true" },
    })),
    ...PARTS,
  ];
}

function part(of: string, what: string, [passage, becomes]: readonly [string, string]): Mutation {
  return { name: `${of} ${what}`, of, body: { passage, becomes } };
}

function unfenced(of: string, what: string, change: readonly [string, string]): Mutation {
  return { ...part(of, what, change), unfenced: true };
}

const PARTS: readonly Mutation[] = [
  part("allowed_sets", "with any audience for all", ["bool_and(", "bool_or("]),
  unfenced("allowed_sets", "without the perspective of audiences", [
    "a.perspective_id = d.perspective_id",
    "true",
  ]),
  unfenced("allowed_sets", "without the perspective of sets", [
    "m.perspective_id = d.perspective_id",
    "true",
  ]),
  part("conversation_allows", "without the confinement to a conversation", [
    "not o.conversation_only or",
    "true or",
  ]),
  part("link_is_live", "without revocation", ["l.revoked_at is null", "true"]),
  part("link_is_live", "without expiry", ["l.expires_at > now()", "true"]),
  part("same_person", "without the person", ["b.person_id = a.person_id", "true"]),
  part("same_person", "without the origin's account", ["a.external_id = id1", "true"]),
  part("same_person", "without the destination's account", ["b.external_id = id2", "true"]),
  part("same_person", "without the origin's namespace", ["a.connector_id = c1", "true"]),
  part("same_person", "without the destination's namespace", ["b.connector_id = c2", "true"]),
  part("same_person", "with a proof of one side only", [
    "backread.link_is_live(a) and backread.link_is_live(b)",
    "backread.link_is_live(a)",
  ]),
  part("same_person", "with a proof of the other side only", [
    "backread.link_is_live(a) and backread.link_is_live(b)",
    "backread.link_is_live(b)",
  ]),
  part("link_allows", "from a group", ["o.direct and", "true and"]),
  part("link_allows", "into a group", ["d.direct and", "true and"]),
  part("link_allows", "from a confined row", ["and not o.conversation_only", ""]),
  part("link_allows", "from several readers", ["cardinality(o.readers) = 1", "true"]),
  part("link_allows", "into several readers", ["cardinality(d.readers) = 1", "true"]),
  part("lineage_allows", "with unknown ids", ["is not true", "is false"]),
  part("lineage_allows", "without the sets of sources", [
    "(s.set_id = any(sets)) is not true",
    "s.set_id is null",
  ]),
  part("lineage_allows", "without circles", [
    "or cardinality(frontier) > 0 and steps >= cardinality(nodes)",
    "; if steps > 20 then frontier := '{}'; end if",
  ]),
  part("lineage_allows", "without going deeper", ["s.lineage_epoch <> l.source_epoch", "false"]),
  part("lineage_allows", "without its bound", [
    `cardinality(nodes) > ${MAX_LINEAGE_NODES} + 1`,
    "false",
  ]),
];

/** Runs `body` over the mutated database, and puts it back as it was. */
export async function mutated<T>(
  database: Database,
  { name, of, body: change, unfenced = false }: Mutation,
  body: () => Promise<T>,
): Promise<T> {
  const original = await definition(database, of);
  const mutant = rewritten(original, name, change);
  await script(database, unfenced ? `${force("no force")}${mutant}` : mutant);
  try {
    return await body();
  } finally {
    await script(database, unfenced ? `${force("force")}${original.whole}` : original.whole);
  }
}

function force(how: string): string {
  return ["audiences", "audience_set_members"]
    .map((table) => `alter table backread.${table} ${how} row level security;`)
    .join("");
}

interface Definition {
  readonly whole: string;
  readonly head: string;
  readonly source: string;
}

async function definition(database: Database, name: string): Promise<Definition> {
  const [row] = await database.transaction({ begin: "begin" }, (session) =>
    session.query<{ whole: string; args: string; result: string; source: string }>(
      `select pg_get_functiondef(oid) as whole, pg_get_function_arguments(oid) as args,
         pg_get_function_result(oid) as result, prosrc as source
       from pg_proc where proname = $1 and pronamespace = 'backread'::regnamespace`,
      [name],
    ),
  );
  if (row === undefined) throw new Error(`the database has no function ${name}`);
  const head = `create or replace function backread.${name}(${row.args}) returns ${row.result}`;
  return { whole: row.whole, head, source: row.source };
}

function rewritten({ whole, head, source }: Definition, name: string, body: Body): string {
  if ("sql" in body) return `${head} language sql stable as $mutant$ ${body.sql} $mutant$`;
  const [before = "", after, ...more] = source.split(body.passage);
  if (after === undefined || more.length > 0)
    throw new Error(`${name}: there is not exactly one "${body.passage}" in it`);
  return whole.replace(source, () => before + body.becomes + after);
}

async function script(database: Database, text: string): Promise<void> {
  await database.transaction({ begin: "begin" }, (session) => session.script(text));
}
