import { appendFileSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "../../build/paths.mjs";
import { Consumer, DOORS, packedArchive, type Ended } from "./package.js";

const bare = new Consumer();
const full = new Consumer();
beforeAll(async () => {
  const archive = await packedArchive();
  bare.extract(archive);
  full.extract(archive);
  full.linkDependencies();
  for (const consumer of [bare, full])
    cpSync(fromRoot("test/packed/consumer"), consumer.path, { recursive: true });
});
afterAll(() => {
  bare.remove();
  full.remove();
});

const CLEAN: Ended = { status: 0, stdout: "", stderr: "" };

function compile(consumer: Consumer, project: string): Ended {
  const tsc = fromRoot("node_modules/typescript/bin/tsc");
  return consumer.run(process.execPath, [tsc, "-p", join(consumer.path, project)]);
}

describe("the declarations", () => {
  it("of the root door need no DOM, no Node and no package", () => {
    expect(compile(bare, "bare")).toEqual(CLEAN);
  });

  it("of every door compile in a strict program that checks its libraries", () => {
    expect(compile(full, "doors")).toEqual(CLEAN);
  });

  it("are all asked for by that program", () => {
    const source = readFileSync(fromRoot("test/packed/consumer/doors/index.ts"), "utf8");
    const imported = [...source.matchAll(/ from "([^"]+)"/g)].map(([, door]) => door);
    expect(imported.toSorted()).toEqual(DOORS.toSorted());
  });

  it("would be caught using the DOM, Node or a package that is not there", () => {
    const index = join(bare.package, "dist/index.d.ts");
    appendFileSync(
      index,
      `export declare const a: HTMLElement;
       export declare const b: Buffer;
       export declare const c: import("zod").ZodType;\n`,
    );
    const { status, stdout } = compile(bare, "bare");
    expect(status).not.toBe(0);
    for (const name of ["HTMLElement", "Buffer", "zod"]) expect(stdout).toContain(`'${name}'`);
  });
});
