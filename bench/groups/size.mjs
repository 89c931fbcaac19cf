// What a user downloads.
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** @type {import("../types.js").Group} */
export const size = { name: "size", check, measure };

const WASM = new URL("../../dist/core/core.wasm", import.meta.url);
const ENTRY = fileURLToPath(new URL("../../dist/core/create-core.js", import.meta.url));
/** The twin: what stands in where there is no WebAssembly. Whoever loads the core does not run it. */
const TWIN = /\/reference\/reference-core\.js$/;

async function check() {
  const module = await WebAssembly.compile(readFileSync(WASM));
  const imports = WebAssembly.Module.imports(module).length;
  const { code } = await bundle();
  return [
    {
      name: "size: core.wasm imports nothing",
      failure: imports === 0 ? null : `${imports} imports`,
    },
    {
      name: "size: the bundle of createCore needs no Node",
      failure: /["'`]node:/.test(code) ? "it names a module of Node" : null,
    },
    {
      name: "size: the bundle of createCore exports it",
      failure: /export\s*\{[^}]*\bcreateCore\b/.test(code) ? null : "it does not",
    },
  ];
}

/** @param {import("../types.js").Context} context @returns {Promise<import("../types.js").Measured>} */
async function measure({ say }) {
  say("size: bundling the loader");
  const wasm = gzipped(readFileSync(WASM));
  const { code, modules } = await bundle((id) => TWIN.test(id));
  const loader = gzipped(Buffer.from(code));
  const whole = (await bundle()).code;
  return {
    figures: { "size.core.wasm": { value: wasm }, "size.core.loader": { value: loader } },
    tables: [
      {
        title: "Size: bytes of what a browser loads for the core",
        columns: ["what", "bytes", "gzipped"],
        rows: [
          ["core.wasm", String(statSync(WASM).size), String(wasm)],
          ["loader, minified, without the twin", String(code.length), String(loader)],
          [
            "loader with all that it imports at once",
            String(whole.length),
            String(gzipped(Buffer.from(whole))),
          ],
        ],
        notes: [`The loader is made of ${modules.length} modules.`],
      },
    ],
  };
}

/** @param {Uint8Array} bytes */
function gzipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

/**
 * createCore and all that it imports, as a bundler for browsers makes it. The bundler is that of vite.
 * @param {(id: string) => boolean} [external] what is left out
 * @returns {Promise<{ code: string, modules: readonly string[] }>}
 */
async function bundle(external = () => false) {
  const vite = createRequire(import.meta.url).resolve("vite");
  const { rolldown } = await import(createRequire(vite).resolve("rolldown"));
  const build = await rolldown({
    input: ENTRY,
    platform: "browser",
    external,
  });
  try {
    const { output } = await build.generate({ format: "esm", minify: true });
    const chunks = output.filter((/** @type {{ type: string }} */ { type }) => type === "chunk");
    // A chunk that is only imported on demand is not part of the first load.
    const first = new Set([chunks.find((/** @type {any} */ chunk) => chunk.isEntry)]);
    for (const chunk of first)
      for (const name of chunk.imports) {
        const imported = chunks.find((/** @type {any} */ { fileName }) => fileName === name);
        if (imported !== undefined) first.add(imported);
      }
    return {
      code: [...first].map(({ code }) => code).join("\n"),
      modules: [...first].flatMap(({ moduleIds }) => moduleIds),
    };
  } finally {
    await build.close();
  }
}
