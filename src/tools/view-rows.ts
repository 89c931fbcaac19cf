import type { StoredRow, View } from "../store/port.js";
import { unusedMarker } from "./marker.js";
import { RowView, shownTexts } from "./row-view.js";
import type { Clock } from "./time/time-point.js";

export interface ViewRowsOptions {
  readonly clock: Clock;
  readonly marker?: string | undefined;
  readonly query?: string;
  /** Texts besides the rows' own that the answer shows. */
  readonly texts?: readonly string[];
}

/** A way of showing these rows, with a marker that is in none of their texts. */
export function viewRows(
  rows: readonly StoredRow[],
  { conversation }: View,
  { clock, marker, query = "", texts = [] }: ViewRowsOptions,
): RowView {
  const unused = unusedMarker([...rows.flatMap(shownTexts), ...texts], marker);
  return new RowView({ marker: unused, clock, conversation, query });
}
