const WRITTEN =
  /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?(?:([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?)?$/;

/**
 * A time as ISO text: `2026-01-02 03:04:05.678901+00` is `2026-01-02T03:04:05.678901Z`. A `Date`
 * would round it to milliseconds. `infinity` and years before Christ stay as they are written.
 */
export function parseTime(text: string): string {
  const match = WRITTEN.exec(text);
  if (match === null) return text;
  const [, day = "", clock = "", fraction = "", sign, ...offset] = match;
  if (sign === undefined) return `${day}T${clock}${fraction}`;
  const [hours = 0, minutes = 0, seconds = 0] = offset.map((part) => Number(part ?? 0));
  const shift = (hours * 3600 + minutes * 60 + seconds) * (sign === "-" ? 1_000 : -1_000);
  if (shift === 0) return `${day}T${clock}${fraction}Z`;
  const moved = new Date(Date.parse(`${day}T${clock}Z`) + shift).toISOString();
  return `${moved.replace(/\.\d+Z$/, "")}${fraction}Z`;
}
