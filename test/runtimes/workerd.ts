import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { Miniflare } from "miniflare";
import { build, type Plugin } from "vite";

const ENTRY = "index.js";

interface WorkerModule {
  readonly type: "ESModule" | "CompiledWasm";
  readonly path: string;
}

/** The files of a bundle as workerd takes them, its entry first. */
export function modulesOf(folder: string): WorkerModule[] {
  return readdirSync(folder)
    .filter((name) => /\.(js|wasm)$/.test(name))
    .sort((a, b) => Number(b === ENTRY) - Number(a === ENTRY))
    .map((name) => {
      const type = name.endsWith(".wasm") ? "CompiledWasm" : "ESModule";
      return { type, path: join(folder, name) };
    });
}

export interface WorkerSettings {
  /** None by default: a bundle then has none of Node's modules. */
  readonly flags?: readonly string[];
  readonly bindings?: Readonly<Record<string, string>>;
}

export function startWorker(
  folder: string,
  { flags = [], bindings = {} }: WorkerSettings = {},
): Miniflare {
  const modules = modulesOf(folder);
  return new Miniflare({
    cf: false,
    compatibilityDate: "2026-04-01",
    compatibilityFlags: [...flags],
    bindings: { ...bindings },
    modules,
    modulesRoot: folder,
  });
}

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
        external: /^(?:node|cloudflare):/,
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
    async resolveId(source, importer) {
      if (!source.endsWith(".wasm") || importer === undefined) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (found === null) return null;
      const name = basename(found.id);
      mkdirSync(outDir, { recursive: true });
      copyFileSync(found.id, join(outDir, name));
      return { id: `./${name}`, external: true };
    },
  };
}
