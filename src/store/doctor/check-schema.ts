import { SchemaMismatchError } from "../../model/store-errors.js";
import type { DoctorCheck } from "../../model/admin.js";
import type { Session } from "../database.js";
import { pendingIn } from "../migrate.js";
import { MIGRATIONS } from "../schema/index.js";
import { fail, ok } from "./check.js";

const OPEN = "any other command that opens the store brings it up to date";

/** Whether the database has the schema of this version. */
export async function checkSchema(session: Session): Promise<DoctorCheck> {
  try {
    const pending = await pendingIn(session, MIGRATIONS);
    const done = MIGRATIONS.length - pending.length;
    const reason = `${done} of ${MIGRATIONS.length} migrations`;
    if (pending.length === 0) return ok("schema", reason);
    const advice = done === 0 ? "there is no store in it yet: import makes one" : OPEN;
    return fail("schema", reason, advice);
  } catch (error) {
    if (!(error instanceof SchemaMismatchError)) throw error;
    return fail("schema", error.message, "open it with the version that made it");
  }
}
