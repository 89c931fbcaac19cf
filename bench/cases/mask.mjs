// Rows whose code is known, in the tokens of Markdown that both scanners agree on.

/** @typedef {{ name: string, text: string, expected: readonly string[] }} MaskCase expected: the code, as written */

/** @type {readonly MaskCase[]} */
export const MASK_CASES = [
  { name: "none", text: "no code here, only `an open tick", expected: [] },
  { name: "span", text: "call `start()` now", expected: ["`start()`"] },
  { name: "two spans", text: "``a ` b`` and `c`", expected: ["``a ` b``", "`c`"] },
  { name: "escaped", text: "\\`not code\\` but `this`", expected: ["`this`"] },
  {
    name: "fence",
    text: "so\n```js\nlet a = 1;\n```\nend",
    expected: ["```js\nlet a = 1;\n```\n"],
  },
  { name: "tildes", text: "~~~\na\n~~~\n", expected: ["~~~\na\n~~~\n"] },
  { name: "open fence", text: "so\n```\nlet a;", expected: ["```\nlet a;"] },
  { name: "indented", text: "so\n\n    let a;\n\nend", expected: ["    let a;\n"] },
];
