import { readFileSync } from "node:fs";
import { trim } from "../lib/exact.mjs";

const SOURCE = new URL("../sweep/sweep.wat", import.meta.url);
/** Bytes that the loop takes at a time. */
const STRIDE = 64;
const PAGE = 65_536;

/**
 * The physical limit: adds up the very bytes of the packed text, folded UTF-8 of all fields, and looks at
 * nothing. No search that reads the text can be faster.
 * @returns {Promise<import("../types.js").Engine<bigint>>}
 */
export async function sweepEngine() {
  const { default: binaryen } = await import("binaryen");
  const module = binaryen.parseText(readFileSync(SOURCE, "utf8"));
  module.setFeatures(binaryen.Features.All);
  const compiled = new WebAssembly.Module(/** @type {BufferSource} */ (module.emitBinary()));
  module.dispose();
  const instance = new WebAssembly.Instance(compiled);
  const { memory, sweep } =
    /** @type {{ memory: WebAssembly.Memory, sweep: (end: number) => bigint }} */ (
      /** @type {unknown} */ (instance.exports)
    );
  let bytes = 0;
  return {
    name: "sweep",
    kind: "floor",
    about: "adds up the packed text",
    prepare(corpus) {
      const texts = corpus.flatMap(({ label, id, detail }) =>
        [label, id, detail ?? ""].map((text) => trim(text).toLowerCase()),
      );
      bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      memory.grow(
        Math.max(0, Math.ceil((bytes + STRIDE) / PAGE) - memory.buffer.byteLength / PAGE),
      );
      const encoder = new TextEncoder();
      let at = 0;
      for (const text of texts)
        at += encoder.encodeInto(text, new Uint8Array(memory.buffer, at)).written;
    },
    query: () => sweep(Math.ceil(bytes / STRIDE) * STRIDE),
    idsOf: () => [],
    bytes: () => bytes,
  };
}
