import { requireConnector } from "../connectors.js";
import { writing, type Scope } from "../scope.js";
import type { Account } from "../store-port.js";
import { lockPeople } from "./prove-links.js";

const LOCK = `
select id from backread.identity_links
where perspective_id = $1 and connector_id = $2 and external_id = $3 and revoked_at is null
order by id for update`;

const REVOKE = `
update backread.identity_links l set revoked_at = clock_timestamp()
where l.perspective_id = $1 and l.connector_id = $2 and l.external_id = $3
  and backread.link_is_live(l)`;

/**
 * Takes an account out of its person, from the next transaction on; a delivery that is under way
 * ends first. Codes that wait for the account are void. Errors: `UnknownConversationError`.
 */
export function unlink(scope: Scope, account: Account): Promise<{ readonly revoked: number }> {
  return writing(
    scope,
    async (session) => {
      const connector = await requireConnector(session, account.namespace);
      const values = [session.perspectiveId, connector.id, account.id];
      await lockPeople(session);
      await session.query(LOCK, values);
      const revoked = await session.query(`${REVOKE} returning l.id`, values);
      await session.query(
        `delete from backread.link_codes where perspective_id = $1 and pair in (
           select pair from backread.link_codes
           where perspective_id = $1 and connector_id = $2 and external_id = $3)`,
        values,
      );
      return { revoked: revoked.length };
    },
    { retry: true },
  );
}
