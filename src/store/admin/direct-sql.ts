import { DIRECT_KINDS } from "../../speakers/route-kind.js";

/** SQL of a row that only those in its conversation read, whatever channel it names. */
export function directSql(row: string): string {
  return `${row}.route_kind in (${DIRECT_KINDS.map((kind) => `'${kind}'`).join(", ")})`;
}

/** SQL of the rows `m` of a window: perspective, conversation and its ends are `$1` to `$4`. */
export const WINDOW = `m.perspective_id = $1 and m.conversation_id = $2
    and m.sequence > $3 and m.sequence <= $4`;
