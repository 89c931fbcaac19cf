// Takes re2.wasm out of the npm package re2-wasm.
import { copyFileSync } from "node:fs";
import { fromRoot } from "./paths.mjs";

copyFileSync(fromRoot("node_modules/re2-wasm/build/wasm/re2.wasm"), fromRoot("build/re2.wasm"));
