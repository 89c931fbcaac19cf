import type { DoctorCheck } from "../../model/admin.js";
import type { Session } from "../database.js";
import { fail, ok, warn } from "./check.js";

/** The oldest server that is tested. */
const MIN_VERSION = 150_000;
/** Seconds by which the clocks of host and database may differ. */
const MAX_SKEW_SECONDS = 5;

interface ServerRow {
  readonly version: number;
  readonly shown: string;
  readonly encoding: string;
  readonly zone: string;
  readonly seconds: number;
}

const SERVER = `
select current_setting('server_version_num')::int as version,
  split_part(current_setting('server_version'), ' ', 1) as shown,
  current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
  extract(epoch from clock_timestamp())::bigint as seconds`;

/** What the database is, whatever is in it. */
export async function checkServer(session: Session): Promise<readonly DoctorCheck[]> {
  const asked = Date.now();
  const [row] = await session.query<ServerRow>(SERVER);
  if (row === undefined) throw new Error("a setting has a value");
  return [checkVersion(row), checkEncoding(row), checkClock(row, { asked, answered: Date.now() })];
}

function checkVersion({ version, shown }: ServerRow): DoctorCheck {
  const reason = `PostgreSQL ${shown}`;
  return version >= MIN_VERSION
    ? ok("database", reason)
    : warn("database", reason, "version 15 is the oldest that is tested");
}

function checkEncoding({ encoding }: ServerRow): DoctorCheck {
  return encoding === "UTF8"
    ? ok("encoding", encoding)
    : fail("encoding", encoding, "make the database anew with encoding UTF8");
}

/** When this machine asked for the server's time, and when it had it. */
interface Asked {
  readonly asked: number;
  readonly answered: number;
}

/**
 * How old a row or an audience is, is reckoned by both clocks; the zone changes nothing. However
 * long the answer took, the server's time is one between the question and the answer.
 */
function checkClock({ seconds, zone }: ServerRow, { asked, answered }: Asked): DoctorCheck {
  const skew = Math.round(Math.max(asked / 1000 - seconds, seconds - answered / 1000, 0));
  const reason = `${skew} s from this machine's, time zone ${zone}`;
  return skew <= MAX_SKEW_SECONDS
    ? ok("clock", reason)
    : warn("clock", reason, "set both clocks: ages and link codes go by them");
}
