import { describe, expect, it } from "vitest";
import { ReferenceCore } from "../../dist/core/reference/reference-core.js";
import type { Candidate } from "../../dist/index.js";
import { wasmCore } from "./wasm-modules.js";

const WORDS = "entry present rest lore mule under tender réseau Ωmega 日本 node-red a_b".split(" ");

/** Labels of about 300 characters, so that nearly all hold nearly every query somehow. */
function longLabels(count: number, head: (index: number) => string): Candidate[] {
  return Array.from({ length: count }, (_, index) => {
    let label = head(index);
    for (let word = index * 7; label.length < 290; word += 1 + (word % 5)) {
      label += ` ${WORDS[word % WORDS.length]}`;
    }
    const detail = index % 9 === 0 ? `under ${label.slice(40, 90)}` : null;
    return { id: `id-${index}`, label, detail };
  });
}

const LISTS: Readonly<Record<string, (index: number) => string>> = {
  "that begin alike": () => "same head",
  "that begin by chance": (index) =>
    String.fromCodePoint(0x61 + ((index * 11) % 26)).repeat(index % 4),
  "that begin outside ASCII": (index) => "é日🎉".slice(0, (index % 3) + 1),
  "of several lengths": (index) => "  x ".repeat(index % 7),
};
const QUERIES = [
  "en",
  "ent",
  "nder",
  "lore",
  "le",
  "mule",
  "nd rt",
  "tdr",
  "é",
  "réu",
  "日n",
  "red a",
  "d-",
  "idm",
];

describe.each(["release", "debug"] as const)("a list of long labels, %s module", (build) => {
  const core = wasmCore(build);
  const twin = new ReferenceCore();

  it.each(Object.entries(LISTS))("%s, is ranked as by the twin", (_, head) => {
    const candidates = longLabels(600, head);
    const snapshot = core.prepareCandidates(candidates);
    const exact = twin.prepareCandidates(candidates);
    const removed = candidates.slice(0, 90).map(({ id }) => id);
    for (let round = 0; round < 2; round++) {
      for (const query of QUERIES) {
        for (const limit of [1, 3, 20]) {
          expect(snapshot.query(query, limit)).toEqual(exact.query(query, limit));
        }
      }
      // Some go, and their texts stay for a while.
      snapshot.update([], removed);
      exact.update([], removed);
    }
  });

  it("ranks rare classes of many blocks as the twin does", () => {
    const candidates = Array.from({ length: 9_000 }, (_, index) => ({
      id: `n${index}`,
      label: `${index % 97 === 0 ? "q" : ""}${index % 89 === 0 ? "z" : ""}x entry ${index % 83 === 0 ? "jk" : ""}`,
    }));
    const snapshot = core.prepareCandidates(candidates);
    const exact = twin.prepareCandidates(candidates);
    for (const query of ["qz", "qx", "zj", "qjk", "qzjk", "xzq", "jk", "q"]) {
      expect(snapshot.query(query, 20)).toEqual(exact.query(query, 20));
    }
  });
});
