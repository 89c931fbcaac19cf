import { InvalidArgumentError } from "../../model/errors.js";
import { LINK_CODE_MINUTES } from "../bounds.js";
import { requireConnector } from "../connectors.js";
import { writing, type BoundSession, type Scope } from "../scope.js";
import type { Account, LinkStart } from "../store-port.js";
import { codeHash, newCode } from "./codes.js";

/**
 * Two codes, one for each account. Nothing is linked until both have come back. Errors:
 * `InvalidArgumentError` for one account twice, or one whose ids are good for one session only;
 * `UnknownConversationError` for a connector that was never declared.
 */
export async function startLink(
  scope: Scope,
  accounts: readonly [Account, Account],
): Promise<LinkStart> {
  const codes = [newCode(), newCode()] as const;
  const hashes = await Promise.all(codes.map((code) => codeHash(code)));
  return writing(scope, async (session) => {
    const connectors = [
      await linkableConnector(session, accounts[0]),
      await linkableConnector(session, accounts[1]),
    ];
    const ids = accounts.map(({ id }) => id);
    if (connectors[0] === connectors[1] && ids[0] === ids[1])
      throw InvalidArgumentError.of("accounts", "are one account");
    const [row] = await session.query<{ readonly expires_at: string }>(INSERT_PAIR, [
      session.perspectiveId,
      connectors,
      ids,
      hashes.map((hash) => hex(hash)),
      LINK_CODE_MINUTES,
    ]);
    if (row === undefined) throw new Error("a pair of codes was not written");
    return { codes, expiresAt: new Date(row.expires_at).toISOString() };
  });
}

const INSERT_PAIR = `
with pair as (select gen_random_uuid() as id, now() + make_interval(mins => $5::int) as ends)
insert into backread.link_codes
  (perspective_id, pair, connector_id, external_id, code_hash, expires_at)
select $1, pair.id, c.connector_id, c.external_id, decode(c.hash, 'hex'), pair.ends
from pair, unnest($2::int[], $3::text[], $4::text[]) as c (connector_id, external_id, hash)
returning expires_at`;

async function linkableConnector(session: BoundSession, account: Account): Promise<number> {
  if (account.id === "") throw InvalidArgumentError.of("account.id", "must not be empty");
  const { id, ids } = await requireConnector(session, account.namespace);
  if (ids === "session")
    throw InvalidArgumentError.of("account", "is of a connector whose ids last one session only");
  return id;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
