import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromRoot } from "../../build/paths.mjs";
import { Consumer, packedArchive } from "../packed/package.js";
import { doorsOf, type Runtime } from "./doors.js";

/** A project that has the package, from its archive, and nothing else but what the package names. */
export async function install(): Promise<Consumer> {
  const consumer = new Consumer();
  consumer.extract(await packedArchive());
  consumer.linkDependencies();
  writeFileSync(join(consumer.path, "package.json"), '{ "private": true, "type": "module" }\n');
  return consumer;
}

/** The questions of `guest/`, in a project of their own, with what that runtime is given. */
export async function installGuest(runtime: Runtime): Promise<Consumer> {
  const consumer = await install();
  cpSync(fromRoot("test/runtimes/guest"), consumer.path, { recursive: true });
  writeFileSync(join(consumer.path, "given.mjs"), given(runtime));
  return consumer;
}

function given(runtime: Runtime): string {
  const doors = doorsOf(runtime);
  const sample = readFileSync(fromRoot("demo/sample.jsonl"), "utf8");
  const entries = doors.map((door, n) => `${JSON.stringify(door)}: door${n}`);
  return [
    ...doors.map((door, n) => `import * as door${n} from ${JSON.stringify(door)};`),
    `export const doors = { ${entries.join(", ")} };`,
    `export const sample = ${JSON.stringify(sample)};`,
    runtime === "workerd"
      ? `export { default as re2 } from "backread/re2.wasm";`
      : "export const re2 = undefined;",
    "",
  ].join("\n");
}
