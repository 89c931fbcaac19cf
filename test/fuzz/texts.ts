import { array, constantFrom, oneof, string, type Arbitrary } from "fast-check";

/** Characters that folding, scoring or packing could get wrong; each set is drawn from as one alphabet. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  few: ["a", "b", "-", " "],
  ascii: Array.from("abcABC019_-./@ \t"),
  white: [
    "a",
    " ",
    "\u{85}",
    "\u{a0}",
    "\u{feff}",
    "\u{200b}",
    "\u{2028}",
    "\u{3000}",
    "\n",
    "\u{180e}",
  ],
  sigma: ["Σ", "σ", "ς", "Α", "a", "'", "\u{301}", "\u{ad}", "ʰ", " ", "İ", "i", "\u{307}"],
  marks: ["K", "Å", "ẞ", "ß", "ſ", "ı", "e", "\u{301}", "é", "²", "½", "ʼ", "ー", "ु", "Ⱥ", "ⱥ"],
  astral: ["👩", "\u{200d}", "👧", "🎉", "𐐀", "𐐨", "𞤀", "x", " "],
  scripts: ["한", "글", "明", "日", "ب", "َ", "ש", "ְ", "क", "ा", "я", "Я", " ", "-"],
  broken: ["\u{d800}", "\u{dc00}", "\u{d83d}", "\u{de00}", "\u{fffd}", "\0", "a", " "],
};

/** A text of one alphabet, or of any characters at all. */
export function text(maxLength: number): Arbitrary<string> {
  const units = Object.values(ALPHABETS).map((alphabet) =>
    array(constantFrom(...alphabet), { maxLength }).map((parts) => parts.join("")),
  );
  return oneof(...units, string({ unit: "binary", maxLength }));
}

/** Texts and a query that stands a chance: a piece of one of them, one of their alphabet, or any. */
export interface Asked {
  readonly query: string;
  readonly texts: readonly string[];
}

export function asked(count: number, maxLength: number): Arbitrary<Asked> {
  const parts = Object.values(ALPHABETS).map((alphabet) => {
    const one = array(constantFrom(...alphabet), { maxLength }).map((units) => units.join(""));
    const query = array(constantFrom(...alphabet), { maxLength: 4 }).map((units) => units.join(""));
    return array(one, { minLength: count, maxLength: count }).chain((texts) =>
      oneof(query, pieceOf(texts)).map((query) => ({ query, texts })),
    );
  });
  return oneof(...parts);
}

/** A cut out of one of the texts, in either case, some characters left out. */
function pieceOf(texts: readonly string[]): Arbitrary<string> {
  return array(constantFrom(0, 1, 2, 3, 5, 8), { minLength: 5, maxLength: 5 }).map(
    ([which = 0, from = 0, length = 0, skip = 0, upper = 0]) => {
      const cut = Array.from(texts[which % texts.length] ?? "").slice(from, from + 1 + length);
      const kept = cut.filter((_, index) => skip === 0 || index % (skip + 1) !== skip).join("");
      return upper > 2 ? kept.toUpperCase() : kept;
    },
  );
}

/** Markdown of the characters that its code rules look at. */
export function markdown(maxLength: number): Arbitrary<string> {
  const pieces = [
    "`",
    "``",
    "```",
    "~~~",
    "    ",
    "\t",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\\",
    "#",
    "-",
    "=",
    "***",
  ];
  const words = ["a", "é", "🎉", "> ", "- ", "```js", "\u{d800}", "1. "];
  return array(constantFrom(...pieces, ...words), { maxLength }).map((parts) => parts.join(""));
}
