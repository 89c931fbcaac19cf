import { InvalidArgumentError } from "../../model/errors.js";

/** What stands behind `pglite:`. */
export type Location =
  | { readonly kind: "memory" }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "idb" | "opfs-ahp"; readonly name: string };

const IN_BROWSER = /^(idb|opfs-ahp):\/\/(.+)$/;

/** Errors: `InvalidArgumentError` for a storage of PGlite that is not served here. */
export function locationOf(url: string): Location {
  const place = url.slice("pglite:".length);
  if (place === "" || place === "memory" || place === "memory://") return { kind: "memory" };
  const [, kind, name = ""] = IN_BROWSER.exec(place) ?? [];
  if (kind === "idb" || kind === "opfs-ahp") return { kind, name };
  if (/^[a-z][a-z0-9+.-]+:/.test(place) && !place.startsWith("file:"))
    throw InvalidArgumentError.of("url", "names a storage that PGlite is not opened on");
  return { kind: "folder", path: place };
}
