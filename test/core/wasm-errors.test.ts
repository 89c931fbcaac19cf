import { describe, expect, it } from "vitest";
import type { Core } from "../../dist/core/core.js";
import { ReferenceCore } from "../../dist/core/reference/reference-core.js";
import { CANDIDATE_FIELD_BYTES, CANDIDATE_LIMIT } from "../../dist/model/bounds.js";
import { BackreadError } from "../../dist/model/error-base.js";
import { ClosedError, InvalidArgumentError } from "../../dist/model/errors.js";
import { wasmCore } from "./wasm-modules.js";

const core = wasmCore("release");
const twin = new ReferenceCore();

/** What the call throws, in the form that crosses a wire. */
function thrown(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    if (error instanceof BackreadError) return error.toJSON();
    throw error;
  }
}

describe("limits", () => {
  it.each([-1, 0.5, Number.NaN, -Infinity])("refuse %d", (limit) => {
    const candidates = [{ id: "a", label: "a" }];
    expect(() => core.rank("a", candidates, limit)).toThrow(InvalidArgumentError);
    expect(() => core.rank("", candidates, limit)).toThrow(InvalidArgumentError);
    expect(() => core.prepareCandidates(candidates).query("a", limit)).toThrow(
      InvalidArgumentError,
    );
  });

  it.each([Infinity, 2 ** 40, Number.MAX_SAFE_INTEGER])("take %d for all there are", (limit) => {
    const candidates = Array.from({ length: 70 }, (_, index) => ({ id: `${index}`, label: "a" }));
    expect(core.rank("a", candidates, limit)).toHaveLength(70);
  });

  it("of 0 and blank queries have no hits", () => {
    const snapshot = core.prepareCandidates([{ id: "a", label: "a" }]);
    expect(snapshot.query("a", 0)).toEqual([]);
    expect(snapshot.query(" \u{85}\n", 5)).toEqual([]);
    expect(snapshot.query("a", 5)).toHaveLength(1);
  });
});

describe("a closed snapshot", () => {
  it("throws ClosedError, and closing twice does no harm", () => {
    const snapshot = core.prepareCandidates([{ id: "a", label: "a" }]);
    snapshot.close();
    snapshot.close();
    expect(() => snapshot.query("a", 5)).toThrow(ClosedError);
  });
});

describe("candidates beyond the bounds", () => {
  const fits = "é".repeat(Math.floor(CANDIDATE_FIELD_BYTES / 2));
  const both = (call: (of: Core) => unknown): void => {
    const ours = thrown(() => call(core));
    expect(ours).toEqual(thrown(() => call(twin)));
    expect(ours).toHaveProperty(
      "code",
      expect.stringMatching(/^(candidate_too_large|too_many_candidates)$/),
    );
  };

  it("are refused as the twin refuses them", () => {
    both((of) => of.prepareCandidates([{ id: "a", label: "a", detail: `${fits}é` }]));
    both((of) => of.rank("a", [{ id: `${fits}é`, label: `${fits}é` }], 3));
    both((of) => of.prepareCandidates([{ id: "a", label: "\u{d800}".repeat(21_846) }]));
    both((of) => of.prepareCandidates(Array.from({ length: CANDIDATE_LIMIT + 1 })));
  });

  it("are taken up to the bound, offsets exact", () => {
    const candidates = [
      { id: "a", label: `${fits.slice(1)}z` },
      { id: "b", label: "\u{d800}".repeat(21_845) },
    ];
    expect(core.rank("z", candidates, 3)).toEqual(twin.rank("z", candidates, 3));
    expect(core.rank("\u{fffd}", candidates, 3)).toEqual(twin.rank("\u{fffd}", candidates, 3));
  });

  it("have no answer to a query that is longer than any of them", () => {
    const snapshot = core.prepareCandidates([{ id: "a", label: "a" }]);
    expect(snapshot.query("a".repeat(200_000), 5)).toEqual([]);
    expect(snapshot.query(`${" ".repeat(200_000)}a`, 5)).toHaveLength(1);
  });
});

describe("candidates changed after preparing", () => {
  it("change no answer by coming or going", () => {
    const candidates = [
      { id: "a", label: "ab" },
      { id: "b", label: "abc" },
    ];
    const snapshot = core.prepareCandidates(candidates);
    candidates.length = 0;
    expect(snapshot.query("ab", 5).map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
