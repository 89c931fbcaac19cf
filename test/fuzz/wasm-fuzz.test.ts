import { describe, expect, it } from "vitest";
import { ReferenceCore } from "../../dist/core/reference/reference-core.js";
import { wasmCore } from "../core/wasm-modules.js";
import { PROPERTIES } from "./properties.js";

const NIGHTLY = process.env["BACKREAD_FUZZ"] === "nightly";
const SEED = Number(process.env["BACKREAD_FUZZ_SEED"] ?? 20_261_129);
/** Runs of each property, and comparisons that all of them together must come to. */
const RUNS = NIGHTLY ? 20_000 : 800;
const LEAST = NIGHTLY ? 1_000_000 : 60_000;

describe("the compiled core gives the twin's answers", () => {
  let compared = 0;
  for (const [name, property] of Object.entries(PROPERTIES)) {
    it(name, { timeout: NIGHTLY ? 1_800_000 : 60_000 }, () => {
      const pair = { core: wasmCore("release"), twin: new ReferenceCore() };
      compared += property(pair, { seed: SEED, runs: RUNS });
    });
  }

  it(`in ${LEAST} comparisons or more`, () => {
    console.log(`fuzz: ${compared} comparisons, seed ${SEED}`);
    expect(compared).toBeGreaterThanOrEqual(LEAST);
  });
});
