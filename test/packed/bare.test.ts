import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveBranch } from "../../build/check-exports.mjs";
import { Consumer, MANIFEST } from "./package.js";

const consumer = new Consumer();
beforeAll(() => consumer.extract(consumer.pack()));
afterAll(() => consumer.remove());

const SEARCH = `
  import { arrayLog, createCore, createRecall } from "backread";
  const author = { type: "person", id: "u1", label: "Ada" };
  const row = (sequence, content) => ({ sequence, chatId: null, parent: null, author, content });
  const log = arrayLog([row(1, "the tide table"), row(2, "no match"), row(3, "Tide is out")]);
  const core = await createCore();
  const recall = createRecall({ core });
  const search = (pattern) => recall.searchMessages(log, { pattern });
  const { hits, coverage } = await search({ type: "text", query: "tide" });
  const refused = await search({ type: "regex", source: "tide" }).catch((error) => error.code);
  console.log(JSON.stringify({ kind: core.kind, found: hits.map((hit) => hit.sequence), coverage, refused }));
`;

describe("the root door, with no package beside it", () => {
  it("has nothing beside it", () => {
    expect(readdirSync(join(consumer.path, "node_modules"))).toEqual([MANIFEST.name]);
  });

  it("searches with the compiled core, and refuses an expression for want of an engine", () => {
    const { status, stdout, stderr } = consumer.evaluate(SEARCH);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      kind: "wasm",
      found: [3, 1],
      coverage: { scanned: 3, oldest: 1, complete: true, nextBefore: null, stoppedBy: "end" },
      refused: "regex_unsupported",
    });
  });

  it("does nothing when it is imported", () => {
    const { stdout, stderr } = consumer.evaluate(`
      const before = Object.keys(globalThis).length;
      await import("backread");
      console.log(Object.keys(globalThis).length - before);`);
    expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
  });
});

describe("the loader of the compiled core", () => {
  const loader = (runtime: string) => `./dist/core/wasm-module.${runtime}.js`;
  const branch = MANIFEST.imports["#core-wasm"];

  it.each([
    ["workerd", ["workerd"], "workerd"],
    ["deno", ["deno"], "node"],
    ["bun", ["bun"], "node"],
    ["browser", ["browser"], "browser"],
    ["node", ["node"], "node"],
    ["workerd before all others", ["node", "browser", "bun", "deno", "workerd"], "workerd"],
    ["deno and bun before browser", ["browser", "deno"], "node"],
    ["bun before browser", ["browser", "bun"], "node"],
    ["browser before node", ["node", "browser"], "browser"],
  ])("is chosen by condition: %s", (_, conditions, runtime) => {
    const options = conditions.map((condition) => `--conditions=${condition}`);
    const script = `console.log(import.meta.resolve("#core-wasm"))`;
    const { stdout } = consumer.evaluate(script, options, consumer.package);
    expect(stdout.trim().endsWith(loader(runtime).slice(1))).toBe(true);
    // Node always holds "node"; a resolver that does not must come to the same.
    expect(resolveBranch(branch, conditions)).toBe(loader(runtime));
    expect(existsSync(join(consumer.package, loader(runtime)))).toBe(true);
  });

  it("is the browser's where no condition is known", () => {
    expect(resolveBranch(branch, [])).toBe(loader("browser"));
    expect(existsSync(join(consumer.package, loader("browser")))).toBe(true);
  });
});
