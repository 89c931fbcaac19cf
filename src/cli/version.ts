import { readFileSync } from "node:fs";

/** The version of the package that this file is part of. */
export function version(): string {
  const json: unknown = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const stated = typeof json === "object" && json !== null && "version" in json ? json.version : "";
  return String(stated);
}
