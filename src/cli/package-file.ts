import { join } from "node:path";

/** Where a file of the package lies that holds this one, below `dist/cli`. */
export function packageFile(name: string): string {
  return join(import.meta.dirname, "..", "..", name);
}
