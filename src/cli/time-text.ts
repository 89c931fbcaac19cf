import { printable } from "./printable.js";

/** Seconds since 1970 with a fraction, as Slack writes a time. */
const UNIX_SECONDS = /^(\d{9,10})\.\d+$/;

/** The source's own time text; a bare number of seconds as the date that it is, in UTC. */
export function timeText(at: string): string {
  const seconds = UNIX_SECONDS.exec(at)?.[1];
  if (seconds === undefined) return printable(at);
  return new Date(Number(seconds) * 1000).toISOString().replace(".000", "");
}
