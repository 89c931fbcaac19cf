import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the code on the first screen runs as it stands and prints what it says", () => {
  const code = /```js\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const promised = /console\.log\(.*\); \/\/ (.*)/.exec(code)?.[1];
  expect(promised).toBeDefined();
  // Inside the project, so that it is found by its own name as an installed package would be.
  const folder = mkdtempSync(join(root, "dist/readme-"));
  try {
    const file = join(folder, "readme.mjs");
    writeFileSync(file, code);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
    expect(printed.trim()).toBe(promised);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every door of the package has its row in the table, and the other way round", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  const doors = Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([door]) => door.replace(/^\./, "backread"));
  const rows = Array.from(readme.matchAll(/^\| `(backread[^`]*)`/gm), ([, door]) => door);
  expect(rows.toSorted()).toEqual(doors.toSorted());
});
