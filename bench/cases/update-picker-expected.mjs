// Writes picker-expected.json from the simple twin, for when the cases change: node bench/cases/update-picker-expected.mjs
import { writeFileSync } from "node:fs";
import { candidatesOf, hasPackages } from "../corpora/candidates.mjs";
import { KNOWN, answersOf } from "../groups/picker/check.mjs";
import { corpusName, digestOf } from "./picker.mjs";

if (!hasPackages) throw new Error("the real names are needed, and not at hand");
/** @type {Record<string, unknown>} */
const expected = {};
for (const corpus of KNOWN) {
  const answers = await answersOf("twin", candidatesOf(corpus));
  expected[corpusName(corpus)] = answers.map(digestOf);
}
writeFileSync(
  new URL("picker-expected.json", import.meta.url),
  `${JSON.stringify(expected, null, 1)}\n`,
);
