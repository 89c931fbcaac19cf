import type { Core } from "../../core/core.js";
import { trimWhiteSpace } from "../../core/white-space.js";

/** Tells whether a question names a label, as whole words in any letter case. */
export function namedIn(core: Core, question: string): (label: string) => boolean {
  const text = core.lowercase(question);
  const known = new Map<string, boolean>();
  return (label) => {
    const answer =
      known.get(label) ?? holdsWhole(core, text, core.lowercase(trimWhiteSpace(label)));
    known.set(label, answer);
    return answer;
  };
}

function holdsWhole(core: Core, text: string, label: string): boolean {
  if (label === "") return false;
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1))
    if (!isWordAt(core, text, at - 1) && !isWordAt(core, text, at + label.length)) return true;
  return false;
}

/** Outside the text there is no word; half a surrogate pair is read with its other half. */
function isWordAt(core: Core, text: string, at: number): boolean {
  const lead = text.codePointAt(at - 1) ?? 0;
  const point = lead > 0xff_ff ? lead : (text.codePointAt(at) ?? 0x20);
  return at >= 0 && at < text.length && core.isWordCharacter(point);
}
