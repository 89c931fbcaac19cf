import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

const codes = Array.from(readme.matchAll(/```js\n([^]*?)```/g), ([, code = ""]) => code);

test("the code on the first screen runs as it stands and prints what it says", () => {
  const [code = ""] = codes;
  const promised = /console\.log\(.*\); \/\/ (.*)/.exec(code)?.[1];
  expect(promised).toBeDefined();
  expect(printedBy(code)).toBe(promised);
});

test("the code that opens a store runs as it stands and finds what it says", () => {
  const code = codes.find((each) => each.includes("openStore(")) ?? "";
  expect(code).toContain("// one hit;");
  const said = "console.log(hits.map(({ content }) => content).join());";
  const printed = printedBy(`${code}\n${said}\nawait store.close();`);
  expect(printed).not.toBe("");
  expect(code).toContain(`content: "${printed}"`);
});

/** What a module prints, run in a folder of its own. */
function printedBy(code: string): string {
  // Inside the project, so that it is found by its own name as an installed package would be; not in
  // dist, which other tests pack meanwhile.
  mkdirSync(join(root, ".backread"), { recursive: true });
  const folder = mkdtempSync(join(root, ".backread/readme-"));
  try {
    const file = join(folder, "readme.mjs");
    writeFileSync(file, code);
    return execFileSync(process.execPath, [file], { cwd: folder, encoding: "utf8" }).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("every door of the package has its row in the table, and the other way round", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    exports: Record<string, unknown>;
  };
  const doors = Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([door]) => door.replace(/^\./, "backread"));
  const rows = Array.from(readme.matchAll(/^\| `(backread[^`]*)`/gm), ([, door = ""]) => door);
  expect(rows.toSorted()).toEqual(doors.toSorted());
});
