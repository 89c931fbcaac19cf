/** `<backread-picker>`: a combobox over prepared candidates and searches. Importing it touches no page. */
export { definePicker, PICKER_NAME } from "./define.js";
export { BackreadPicker } from "./element.js";
export type {
  PickerErrorDetail,
  PickerEventMap,
  PickerQueryDetail,
  PickerSelectDetail,
} from "./events.js";
export type {
  AskedCandidates,
  CandidateGroup,
  PickerGroup,
  PickerItem,
  PickerSource,
  PreparedGroup,
  SourceGroup,
} from "./group.js";
export { messageItem, threadItem } from "./items.js";
export type { PickerSelection } from "./state.js";
export { ENGLISH, type PickerWords } from "./words.js";
