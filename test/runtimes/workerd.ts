import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Miniflare, type MiniflareOptions } from "miniflare";
import { build, type Plugin } from "vite";

/** Modules of a Worker, the entry first, as `wrangler deploy` would send them. */
export type WorkerModules = Extract<MiniflareOptions, { modules?: unknown }>["modules"];

const COMPATIBILITY_DATE = "2026-04-01";

/** Starts a Worker without a network of its own, and without Node's modules. */
export async function startWorker(
  folder: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Miniflare> {
  const worker = new Miniflare({
    cf: false,
    compatibilityDate: COMPATIBILITY_DATE,
    modules: modulesOf(folder),
    modulesRoot: folder,
    ...options,
  });
  await worker.ready;
  return worker;
}

function modulesOf(folder: string): { type: "ESModule" | "CompiledWasm"; path: string }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(js|wasm)$/.test(name))
    .sort((a, b) => Number(b === ENTRY) - Number(a === ENTRY))
    .map((name) => {
      const type = name.endsWith(".wasm") ? "CompiledWasm" : "ESModule";
      return { type, path: join(folder, name) };
    });
}

const ENTRY = "index.js";

/** Bundles an entry for workerd: the `workerd` condition, each .wasm a module of its own. @returns the folder */
export async function bundleWorker(root: string, entry: string): Promise<string> {
  const outDir = join(root, "bundle");
  const conditions = ["workerd", "worker", "module", "import", "production"];
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [wasmModules(outDir)],
    ssr: { target: "webworker", noExternal: true, resolve: { conditions } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: "esnext",
      minify: false,
      rolldownOptions: {
        input: { index: join(root, entry) },
        external: /^node:/,
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  return outDir;
}

/** An imported .wasm stays an import, of a copy beside the bundle. */
function wasmModules(outDir: string): Plugin {
  return {
    name: "wasm-modules",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.endsWith(".wasm") || importer === undefined) return null;
      const name = basename(source);
      mkdirSync(outDir, { recursive: true });
      copyFileSync(join(dirname(importer), source), join(outDir, name));
      return { id: `./${name}`, external: true };
    },
  };
}
