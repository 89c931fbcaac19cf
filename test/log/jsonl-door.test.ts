import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as door from "../../dist/log/jsonl/index.js";

const folder = new URL("../../dist/log/jsonl/", import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), "utf8");

describe("the JSONL door", () => {
  it("lists its names", () => {
    expect(Object.keys(door).sort()).toEqual([
      "CHUNK_BYTES",
      "MAX_LINE_BYTES",
      "blobSource",
      "jsonlLog",
      "openJsonlLog",
    ]);
  });

  it("loads Node only when a path is opened", () => {
    const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
    expect(modules.filter((name) => text(name).includes('"node:'))).toEqual(["file-source.js"]);
    const users = modules.filter((name) => text(name).includes("file-source.js"));
    expect(users).toEqual(["open.js"]);
    expect(text("open.js")).not.toMatch(/from "[^"]*file-source/);
  });
});
