import type { Author } from "../../model/message.js";
import { service, speaker } from "../draft.js";
import { firstSplit, type ColonNames, type NameSplit } from "./colon-names.js";
import { withoutLeadingMarks } from "./marks.js";
import { tellsOfAct } from "./notices.js";

export interface Said {
  readonly author: Author;
  readonly content: string;
}

const DELETED = /^(?:This message was deleted|You deleted this message)(?: by [^\n]*)?\.?$/;
const MARKED = /^[\u200E\u200F]/;
const STAMP = /\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\.?,?\s+(?:\p{L}[\p{L}.]*\s)?\d{1,2}[:.]\d{2}/u;

/** Who said the text behind a header, and what. */
export function speakerOf(text: string, names: ColonNames): Said {
  const split = nameSplit(text, names);
  if (split === null) return notice(text);
  const { name, rest } = split;
  const content = withoutLeadingMarks(rest);
  if (DELETED.test(content)) return { author: service("deleted", name), content };
  // The client marks what it writes itself, notices under the chat's name and files alike.
  if (MARKED.test(rest) && tellsOfAct(content)) return notice(rest);
  return { author: speaker("person", name, null), content };
}

function notice(text: string): Said {
  return { author: service("notice", null), content: withoutLeadingMarks(text) };
}

/** Null for a notice, which has no name, though what it tells may hold a colon. */
function nameSplit(text: string, names: ColonNames): NameSplit | null {
  const split = firstSplit(text);
  // A stamp inside a name is a header of another form, and no person.
  if (split === null || tellsOfAct(split.name) || STAMP.test(split.name)) return null;
  const second = names.get(split.name);
  if (second === undefined) return split;
  const further = firstSplit(split.rest);
  if (further?.name !== second) return null;
  return { name: `${split.name}: ${second}`, rest: further.rest };
}
