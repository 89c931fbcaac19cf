import { execFile, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { moduleDoors, type Manifest } from "../../build/check-exports.mjs";
import { runIfStale, type Step } from "../../build/fresh.mjs";
import { withLock } from "../../build/lock.mjs";
import { fromRoot } from "../../build/paths.mjs";
import { run } from "../../build/process.mjs";

type Dependencies = Readonly<Record<string, string>>;
export const MANIFEST = JSON.parse(readFileSync(fromRoot("package.json"), "utf8")) as Manifest & {
  readonly version: string;
  readonly dependencies: Dependencies;
};

/** What a program imports: `backread`, `backread/regex`, … */
export const DOORS: readonly string[] = moduleDoors(MANIFEST).map(([door]) =>
  door.replace(/^\./, MANIFEST.name),
);

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MOST_OUTPUT = 16_777_216;
const ARCHIVES = ".backread/packed";
const PACKING: Step = {
  name: "packed",
  // What npm packs: the files that are named, and these whether named or not.
  inputs: [...MANIFEST.files, "package.json", "README.md", "LICENSE"],
  outputs: [ARCHIVES],
  run: async () => {
    rmSync(fromRoot(ARCHIVES), { recursive: true, force: true });
    mkdirSync(fromRoot(ARCHIVES), { recursive: true });
    const options = ["--ignore-scripts", "--silent", "--pack-destination", ARCHIVES];
    await run("npm", ["pack", ...options], { quiet: true });
  },
};

/** The project packed as it would be published, once for all test files. @returns the archive */
export async function packedArchive(): Promise<string> {
  await withLock(fromRoot(".backread/packed.lock"), () => runIfStale(PACKING));
  const archives = readdirSync(fromRoot(ARCHIVES));
  const [archive] = archives;
  if (archive === undefined || archives.length > 1)
    throw new Error(`npm pack left ${archives.length} files`);
  return join(fromRoot(ARCHIVES), archive);
}

/** A folder of a consumer, outside the project. */
export class Consumer {
  readonly path: string = mkdtempSync(join(tmpdir(), "backread-packed-"));
  readonly package: string = join(this.path, "node_modules", MANIFEST.name);

  /** Puts the package, and nothing that it depends on, where an import finds it. */
  extract(archive: string): void {
    const { status, stderr } = this.run("tar", ["-xzf", archive]);
    if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr}`);
    mkdirSync(dirname(this.package), { recursive: true });
    renameSync(join(this.path, "package"), this.package);
  }

  /** Lends the project's own copies of what the package says it depends on. */
  linkDependencies(): void {
    // The declarations of the MCP server speak of Node's own types.
    for (const name of [...Object.keys(MANIFEST.dependencies), "@types/node", "undici-types"]) {
      const link = join(this.path, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(fromRoot(`node_modules/${name}`), link, "junction");
    }
  }

  run(command: string, args: readonly string[], cwd: string = this.path): Ended {
    const shell = process.platform === "win32" && command === "npm";
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, shell, encoding: "utf8" });
    return { status, stdout, stderr };
  }

  /** The same while other commands run beside it. */
  start(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const options = { cwd: this.path, maxBuffer: MOST_OUTPUT, env: { ...process.env, ...env } };
    return new Promise((resolve) => {
      const child = execFile(command, args, options, (error, stdout, stderr) => {
        // A command that cannot be found has printed nothing of it.
        resolve({ status: child.exitCode, stdout, stderr: stderr || (error?.message ?? "") });
      });
    });
  }

  /** Runs a module's text in a Node of its own. */
  evaluate(text: string, options: readonly string[] = [], cwd: string = this.path): Ended {
    return this.run(process.execPath, [...options, "--input-type=module", "-e", text], cwd);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
