import type { Cursor } from "./cursor.js";

/** What opens with a parenthesis. `fold` is the state of the `i` flag, undefined when it is kept. */
export type Opening =
  | { readonly kind: "capture"; readonly name: string | null }
  | { readonly kind: "group"; readonly fold: boolean | undefined }
  | { readonly kind: "flags"; readonly fold: boolean | undefined };

const UNSUPPORTED: readonly (readonly [prefix: string, reason: string])[] = [
  ["(?=", "look-ahead is not supported"],
  ["(?!", "look-ahead is not supported"],
  ["(?<=", "look-behind is not supported"],
  ["(?<!", "look-behind is not supported"],
  ["(?P=", "back-references are not supported"],
  ["(?>", "atomic groups are not supported"],
  ["(?#", "comments are not supported"],
  ["(?(", "conditions are not supported"],
];

/** Reads what stands from an opening parenthesis up to the group's content. */
export function readOpening(cursor: Cursor): Opening {
  const start = cursor.at;
  for (const [prefix, reason] of UNSUPPORTED)
    if (cursor.looksAt(prefix)) throw cursor.fail(reason, start);
  if (cursor.take("(?P<") || cursor.take("(?<")) return readName(cursor, start);
  if (cursor.take("(?")) return readFlags(cursor, start);
  cursor.at++;
  return { kind: "capture", name: null };
}

function readName(cursor: Cursor, start: number): Opening {
  const at = cursor.at;
  const name = cursor.takeUntil(">");
  if (name === null) throw cursor.fail("the name of a group is not closed", start);
  if (!/^[0-9A-Za-z_]+$/.test(name))
    throw cursor.fail("a group's name is made of ASCII letters, digits and _", at);
  return { kind: "capture", name };
}

function readFlags(cursor: Cursor, start: number): Opening {
  let fold: boolean | undefined;
  let minus = -1;
  for (; ; cursor.at++) {
    const flag = cursor.peek();
    if (flag === "") throw cursor.fail("missing )", start);
    if (flag === ":" || flag === ")") break;
    if (flag === "-" && minus < 0) minus = cursor.at;
    else if (!"imsU".includes(flag)) throw cursor.fail(`there is no flag ${flag}`, cursor.at);
    else if (flag === "i") fold = minus < 0;
  }
  if (minus >= 0 && cursor.at === minus + 1)
    throw cursor.fail("a minus needs a flag after it", minus);
  const kind = cursor.peek() === ":" ? "group" : "flags";
  cursor.at++;
  return { kind, fold };
}
