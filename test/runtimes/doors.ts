/** Where the package is run, installed. */
export const RUNTIMES = ["Node", "Chromium", "workerd", "Deno", "Bun"] as const;
export type Runtime = (typeof RUNTIMES)[number];

/** `yes`, or in words what of the door is for this runtime; null for a door that is not meant for it. */
type Support = "yes" | "over blobs" | "over HTTP" | "PGlite" | "servers" | null;

function everywhere(but: Partial<Record<Runtime, Support>> = {}): Record<Runtime, Support> {
  return { Node: "yes", Chromium: "yes", workerd: "yes", Deno: "yes", Bun: "yes", ...but };
}

/** Which door is meant for which runtime; `examples/README.md` shows the same table. */
export const DOOR_SUPPORT: Readonly<Record<string, Readonly<Record<Runtime, Support>>>> = {
  backread: everywhere(),
  "backread/regex": everywhere(),
  "backread/worker": everywhere({ workerd: null }),
  // A worker's script, not for a thread that has work of its own.
  "backread/worker/entry": { Node: null, Chromium: null, workerd: null, Deno: null, Bun: null },
  // Imports anywhere; what it defines is for a page.
  "backread/picker": everywhere(),
  "backread/log/jsonl": everywhere({ Chromium: "over blobs", workerd: "over blobs" }),
  "backread/log/http": everywhere(),
  "backread/log/indexeddb": everywhere({ Node: null, workerd: null, Deno: null, Bun: null }),
  "backread/import": everywhere(),
  "backread/store": everywhere({ Chromium: "PGlite", workerd: "servers" }),
  "backread/speakers": everywhere(),
  "backread/tools": everywhere(),
  "backread/mcp": everywhere({ Chromium: "over HTTP", workerd: "over HTTP" }),
  "backread/wire": everywhere(),
  "backread/conformance": everywhere(),
};

/**
 * The doors that open without a flag of the runtime. The store's driver needs nodejs_compat in
 * workerd: test/store/workerd.test.ts opens it there, in a Worker of its own, over real servers.
 */
export function doorsOf(runtime: Runtime): string[] {
  return Object.keys(DOOR_SUPPORT).filter((door) => {
    const support = DOOR_SUPPORT[door]?.[runtime];
    return support !== null && support !== "servers";
  });
}
