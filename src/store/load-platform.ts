import type { Platform } from "./platform.js";

/** Loads neither a driver nor PGlite before it is called. */
export async function loadPlatform(): Promise<Platform> {
  const agent = typeof navigator === "undefined" ? "" : navigator.userAgent;
  if (agent === "Cloudflare-Workers") return (await import("./workerd/open.js")).platform;
  const hasProcess = typeof process !== "undefined" && process.versions?.node !== undefined;
  if (hasProcess) return (await import("./node/open.js")).platform;
  return (await import("./browser/open.js")).platform;
}
