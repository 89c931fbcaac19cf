// What lint and tsc do for the rest: `assembly/` stands alone, compiles without a warning, and its
// module asks its host for nothing.
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fromRoot } from "./paths.mjs";
import { capture } from "./process.mjs";
import { readTexts, reportWhenMain } from "./report.mjs";
import { importsOf, lineAt, parse } from "./source.mjs";

const ENTRY = "assembly/index.ts";

/** @param {ReadonlyMap<string, string>} sources texts by path, `assembly/…` @returns {string[]} */
export function assemblyProblems(sources) {
  return [...sources].flatMap(([path, text]) => {
    const program = parse(path, text);
    const outside = importsOf(program, text)
      .filter(({ specifier }) => !isInside(path, specifier))
      .map(({ specifier, line }) => `${path}:${line}: imports ${specifier}, outside assembly/`);
    return outside.concat(path === ENTRY ? entryProblems(program, text) : []);
  });
}

/** @param {string} path @param {string} specifier */
function isInside(path, specifier) {
  const full = posix.join(posix.dirname(path), specifier);
  return specifier.startsWith(".") && full.startsWith("assembly/");
}

/** @param {import("./source.mjs").Node} program @param {string} text */
function entryProblems(program, text) {
  const body = /** @type {import("./source.mjs").Node[]} */ (program["body"]);
  return body
    .filter(({ type }) => type !== "ExportNamedDeclaration")
    .map(
      (node) => `${ENTRY}:${lineAt(text, node.start)}: ${node.type}; the entry holds only exports`,
    );
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {string[]} */
export function moduleProblems(bytes) {
  const module = new WebAssembly.Module(bytes);
  const asked = WebAssembly.Module.imports(module).map(
    ({ module, name }) => `core.wasm imports ${module}.${name}`,
  );
  const given = WebAssembly.Module.exports(module);
  const memory = given.some(({ kind, name }) => kind === "memory" && name === "memory");
  return memory ? asked : [...asked, "core.wasm exports no memory"];
}

/** @param {string} output of `asc` @returns {string[]} */
export function compilerProblems(output) {
  return output.split("\n").filter((line) => /^(WARNING|ERROR|FAILURE|PEDANTIC)\b/.test(line));
}

await reportWhenMain(import.meta.url, async () => {
  const sources = readTexts(["assembly"], /\.ts$/);
  const wasm = fromRoot("build/core.wasm");
  const asc = "node_modules/assemblyscript/bin/asc.js";
  // Warnings come before optimisation, which takes most of the time.
  const options = [
    "--config",
    "asconfig.json",
    "--target",
    "release",
    "-O0",
    "--noEmit",
    "--noColors",
  ];
  const { code, output } = await capture(process.execPath, [asc, ...options]);
  const compiled = compilerProblems(output);
  const problems = [
    ...assemblyProblems(sources),
    ...compiled,
    ...(code === 0 || compiled.length > 0 ? [] : [`asc ended with ${code}: ${output}`]),
    ...(existsSync(wasm)
      ? moduleProblems(new Uint8Array(readFileSync(wasm)))
      : ["build/core.wasm is not built"]),
  ];
  return { problems, summary: `${sources.size} files of assembly` };
});
