/** Whether a store works, and what to do where it does not: read only, for operators. */

import { BackreadError } from "../../model/error-base.js";
import type { DoctorCheck, DoctorReport } from "../../model/admin.js";
import type { Database, Session } from "../database.js";
import type { Perspective } from "../port.js";
import { checkDerived } from "./check-derived.js";
import { checkFences } from "./check-fences.js";
import { checkFigures } from "./check-figures.js";
import { checkRows } from "./check-rows.js";
import { checkSchema } from "./check-schema.js";
import { checkServer } from "./check-server.js";
import { fail, ok } from "./check.js";

/**
 * Looks at a database without migrating it or making a perspective. What it finds wrong stands in
 * the report, a database that does not answer too; what cannot be looked at then is left out. Its
 * figures count hidden rows, and it tells no text of any.
 */
export async function doctor(database: Database, perspective: Perspective): Promise<DoctorReport> {
  const checks: DoctorCheck[] = [];
  try {
    await examine(database, perspective, checks);
  } catch (error) {
    if (!(error instanceof BackreadError)) throw error;
    checks.push(fail("database", error.message, "see that it runs, and that --store names it"));
  }
  return { ok: checks.every(({ state }) => state !== "fail"), checks };
}

/** From one snapshot, so that the figures fit each other. */
const BEGIN = "begin isolation level repeatable read read only";

async function examine(
  database: Database,
  perspective: Perspective,
  checks: DoctorCheck[],
): Promise<void> {
  checks.push(...(await database.transaction({ begin: BEGIN }, checkServer)));
  const schema = await database.transaction({ begin: BEGIN }, checkSchema);
  checks.push(schema);
  if (schema.state === "fail") return;
  checks.push(...(await database.transaction({ begin: BEGIN }, checkFences)));
  checks.push(await database.transaction({ begin: BEGIN }, checkFigures));
  const id = await database.transaction({ begin: BEGIN }, (s) => perspectiveId(s, perspective));
  if (id === null) {
    checks.push(
      fail("perspective", "nothing was stored for it", "--perspective names another; import fills"),
    );
    return;
  }
  checks.push(ok("perspective", "it is there"));
  const begin = `${BEGIN}; set local backread.perspective = '${id}'`;
  await database.transaction({ begin }, async (session) => {
    checks.push(...(await checkRows(session, id)), ...(await checkDerived(session, id)));
  });
}

async function perspectiveId(
  session: Session,
  { tenant, agent }: Perspective,
): Promise<number | null> {
  const [row] = await session.query<{ readonly id: number }>(
    `select id from backread.perspectives where tenant = $1 and agent = $2`,
    [tenant, agent],
  );
  return row?.id ?? null;
}
