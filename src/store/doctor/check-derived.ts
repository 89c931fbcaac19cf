import type { DoctorCheck } from "../../model/admin.js";
import type { Session } from "../database.js";
import { fail, ok, warn } from "./check.js";

/** What is made of rows: handles, index, embeddings, facts, cards. */
export async function checkDerived(session: Session, id: number): Promise<readonly DoctorCheck[]> {
  return [
    await checkRoster(session, id),
    ...(await checkIndex(session, id)),
    await checkEmbeddings(session, id),
    await checkFacts(session, id),
    await checkCards(session, id),
  ];
}

async function checkRoster(session: Session, id: number): Promise<DoctorCheck> {
  const { handles, routes } = await one<{ handles: number; routes: number }>(
    session,
    `select count(*)::int as handles, count(distinct route_id)::int as routes
     from backread.speaker_handles where perspective_id = $1`,
    id,
  );
  if (handles === 0) return ok("roster", "nobody was given a handle: no roster was asked for yet");
  return ok("roster", `${handles} handles on ${routes} routes`);
}

const INDEX = `
select (count(*) filter (where m.readable and d.row_id is null))::int as missing,
  (count(*) filter (where m.readable and d.set_id <> m.set_id))::int as stale,
  (count(*) filter (where not m.readable and d.row_id is not null))::int as orphaned,
  count(d.row_id)::int as documents, (select coalesce(sum(documents), 0)::int
    from backread.corpus_counts where perspective_id = $1) as counted,
  (select count(*)::int from backread.corpus_counts where perspective_id = $1) as deltas,
  (select count(distinct set_id)::int from backread.corpus_counts
    where perspective_id = $1) as sets
from (select id, set_id, set_id is not null and backread.row_is_live(w) as readable
  from backread.messages w where perspective_id = $1) m
left join backread.documents d on d.perspective_id = $1 and d.row_id = m.id`;

interface IndexFigures {
  readonly missing: number;
  readonly stale: number;
  readonly orphaned: number;
  readonly documents: number;
  readonly counted: number;
  readonly deltas: number;
  readonly sets: number;
}

async function checkIndex(session: Session, id: number): Promise<readonly DoctorCheck[]> {
  const figures = await one<IndexFigures>(session, INDEX, id);
  const { missing, stale, orphaned, documents, counted, deltas, sets } = figures;
  const wrong = `${missing} rows missing, ${stale} stale, ${orphaned} orphaned`;
  return [
    missing + stale + orphaned === 0
      ? ok("index", `${documents} rows, all that somebody may read`)
      : warn("index", wrong, "admin reindex --all"),
    counted === documents
      ? ok("counters", `${deltas} for ${sets} sets of readers`, foldAdvice(deltas, sets))
      : fail("counters", `${counted} counted, ${documents} there`, "restore from a backup"),
  ];
}

/** Deltas for one set above which folding is worth a word. */
const CROWDED = 1_000;

function foldAdvice(deltas: number, sets: number): string | null {
  return deltas > sets + CROWDED ? "store.maintain() folds them" : null;
}

async function checkEmbeddings(session: Session, id: number): Promise<DoctorCheck> {
  const row = await one<{ model: string | null; building: boolean; waiting: number }>(
    session,
    `select p.semantic_model as model, p.semantic_building as building,
       (select count(*)::int from backread.outbox where perspective_id = $1) as waiting
     from backread.perspectives p where p.id = $1`,
    id,
  );
  if (row.model === null) return ok("embeddings", "off: no embedder was given");
  if (row.waiting === 0 && !row.building) return ok("embeddings", "none waits");
  const state = row.building ? ", the index is not whole yet" : "";
  return warn("embeddings", `${row.waiting} rows wait${state}`, "store.maintain() embeds them");
}

async function checkFacts(session: Session, id: number): Promise<DoctorCheck> {
  const row = await one<{ model: string | null; waiting: number; given_up: number; facts: number }>(
    session,
    `select p.facts_model as model, q.waiting, q.given_up,
       (select count(*)::int from backread.facts where perspective_id = $1) as facts
     from backread.perspectives p cross join lateral (
       select (count(*) filter (where not_before <> 'infinity'))::int as waiting,
         (count(*) filter (where not_before = 'infinity'))::int as given_up
       from backread.fact_queue where perspective_id = $1) q where p.id = $1`,
    id,
  );
  if (row.model === null) return ok("facts", "off: no model was given");
  const reason = `${row.facts} facts, ${row.waiting} rows wait, ${row.given_up} given up`;
  if (row.given_up > 0) return warn("facts", reason, "another models.facts reads them anew");
  return ok("facts", reason, row.waiting > 0 ? "store.maintain() reads them" : null);
}

async function checkCards(session: Session, id: number): Promise<DoctorCheck> {
  const row = await one<{ models: string | null; built: number; due: number; invalid: number }>(
    session,
    `select p.cards_models as models, c.built, c.due, c.invalid
     from backread.perspectives p cross join lateral (
       select (count(*) filter (where built_at is not null))::int as built,
         (count(*) filter (where dirty))::int as due,
         (count(*) filter (where invalid))::int as invalid
       from backread.cards where perspective_id = $1) c where p.id = $1`,
    id,
  );
  if (row.models === null) return ok("cards", "off: no models were given");
  const reason = `${row.built} built, ${row.due} due, ${row.invalid} not shown until rebuilt`;
  const advice = "store.maintain() builds them";
  if (row.invalid > 0) return warn("cards", reason, advice);
  return ok("cards", reason, row.due > 0 ? advice : null);
}

async function one<Figures extends object>(
  session: Session,
  statement: string,
  id: number,
): Promise<Figures> {
  const [row] = await session.query<Figures>(statement, [id]);
  if (row === undefined) throw new Error("a count has a row");
  return row;
}
