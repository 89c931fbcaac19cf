import type { Hit } from "../model/match.js";
import type { PickerItem } from "./group.js";
import type { Choice } from "./state.js";

/** Of `backread-select`. */
export interface PickerSelectDetail {
  readonly group: string;
  readonly id: string;
  readonly label: string;
  /** How the query met it; null where it was listed without one or came from a source. */
  readonly hit: Hit | null;
  /** The very object that the group held or the source answered with. */
  readonly item: PickerItem;
}

/** Of `backread-query`, which follows each change of the text by its user; none by `clear()`. */
export interface PickerQueryDetail {
  readonly query: string;
}

/** Of `backread-error`: a group could not be searched. */
export interface PickerErrorDetail {
  readonly group: string;
  readonly error: unknown;
}

/** What a picker dispatches. All of it bubbles and leaves shadow trees. */
export interface PickerEventMap {
  readonly "backread-select": CustomEvent<PickerSelectDetail>;
  readonly "backread-query": CustomEvent<PickerQueryDetail>;
  readonly "backread-error": CustomEvent<PickerErrorDetail>;
}

export function selectDetail({ group, option }: Choice): PickerSelectDetail {
  const { item, hit } = option;
  return { group, id: item.id, label: item.label, hit, item };
}
