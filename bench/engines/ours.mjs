import { createCore } from "../../dist/index.js";

/** @typedef {import("../../dist/index.js").Hit} Hit */

/** Starts no query of any set, and no candidate holds it. */
const UNRELATED = "\u{10fffd}";

/** @returns {Promise<import("../types.js").Engine<Hit[]>>} */
export async function oursEngine() {
  const engine = snapshotEngine(await createCore({ kind: "wasm" }));
  return { ...engine, name: "backread", about: "the compiled core" };
}

/** @returns {Promise<import("../types.js").Engine<Hit[]>>} */
export async function twinEngine() {
  const engine = snapshotEngine(await createCore({ kind: "reference" }));
  return { ...engine, name: "twin", about: "the same ranking, simple TypeScript" };
}

/** @param {import("../../dist/index.js").Core} core @returns {import("../types.js").Engine<Hit[]>} */
function snapshotEngine(core) {
  /** @type {import("../../dist/index.js").CandidateSnapshot | null} */
  let snapshot = null;
  const held = () => {
    if (snapshot === null) throw new Error("not prepared");
    return snapshot;
  };
  return {
    name: core.kind,
    kind: "exact",
    about: "",
    prepare(corpus) {
      snapshot?.close();
      snapshot = core.prepareCandidates(corpus);
    },
    query: (query, limit) => held().query(query, limit),
    idsOf: (hits) => hits.map(({ id }) => id),
    bytes: () => byteLength(held()),
    // There is no other way to make a snapshot forget what was typed, and none is needed.
    reset: () => void held().query(UNRELATED, 1),
  };
}

/** @param {object} snapshot */
function byteLength(snapshot) {
  return "byteLength" in snapshot && typeof snapshot.byteLength === "number"
    ? snapshot.byteLength
    : 0;
}
