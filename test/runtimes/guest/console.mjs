// Node, Deno and Bun: the report on standard output.
import { report } from "./report.mjs";

console.log(JSON.stringify(await report()));
