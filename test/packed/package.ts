import { spawnSync } from "node:child_process";
import {
  existsSync,
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
import { fromRoot } from "../../build/paths.mjs";

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

/** A folder of a consumer, outside the project. */
export class Consumer {
  readonly path: string = mkdtempSync(join(tmpdir(), "backread-packed-"));
  readonly package: string = join(this.path, "node_modules", MANIFEST.name);

  /** Packs the project as it would be published. @returns the archive */
  pack(): string {
    const packed = this.run("npm", ["pack", fromRoot("."), "--ignore-scripts", "--silent"]);
    const archive = readdirSync(this.path).find((name) => name.endsWith(".tgz"));
    if (archive === undefined)
      throw new Error(`npm pack ended with ${packed.status}: ${packed.stderr}`);
    return join(this.path, archive);
  }

  /** Puts the package, and nothing that it depends on, where an import finds it. */
  extract(archive: string): void {
    const { status, stderr } = this.run("tar", ["-xzf", archive]);
    if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr}`);
    mkdirSync(dirname(this.package), { recursive: true });
    renameSync(join(this.path, "package"), this.package);
  }

  /** Lends the project's own copies of what the package says it depends on. */
  linkDependencies(): void {
    for (const name of Object.keys(MANIFEST.dependencies)) {
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

  /** Runs a module's text in a Node of its own. */
  evaluate(text: string, options: readonly string[] = [], cwd: string = this.path): Ended {
    return this.run(process.execPath, [...options, "--input-type=module", "-e", text], cwd);
  }

  holds(path: string): boolean {
    return existsSync(join(this.path, path));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
