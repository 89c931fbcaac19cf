import { readFileSync } from "node:fs";
import { packageFile } from "./package-file.js";

/** The version that the package states. */
export function version(): string {
  const json: unknown = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  const stated = typeof json === "object" && json !== null && "version" in json ? json.version : "";
  return String(stated);
}
