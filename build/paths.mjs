import { fileURLToPath } from "node:url";

/** The project's root folder, with a trailing separator. */
export const root = fileURLToPath(new URL("../", import.meta.url));
/** @param {string} path */
export const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
