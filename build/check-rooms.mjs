// Who may import whom: the Rooms table, the root door's closure, no cycles, no star barrels.
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { readJson, readTexts, reportWhenMain } from "./report.mjs";
import { importsOf, parse } from "./source.mjs";

/**
 * @typedef {object} Room
 * @property {readonly string[]} may rooms, folders or files below `src/`; a room may always import itself
 * @property {readonly string[]} [packages] third-party packages
 */

/** A file directly below `src/` is of the root door's room. @type {Readonly<Record<string, Room>>} */
export const ROOMS = {
  root: {
    may: [
      "recall",
      "model",
      "core",
      "log/array.ts",
      "log/conversation.ts",
      "log/port.ts",
      "log/validate-page.ts",
      "log/walk.ts",
      "regex/port.ts",
    ],
  },
  model: { may: [] },
  wire: { may: ["model"], packages: ["zod"] },
  core: { may: ["model"] },
  regex: { may: ["model"], packages: ["re2js"] },
  log: { may: ["model"] },
  recall: { may: ["model", "core", "log", "regex/port.ts", "regex/budget.ts"] },
  worker: { may: ["model", "core", "log", "regex", "recall"], packages: ["comlink"] },
  speakers: { may: ["model"] },
  store: {
    may: ["model", "log", "regex/port.ts", "core", "recall", "speakers"],
    packages: [
      "@electric-sql/pglite",
      "@electric-sql/pglite-pgvector",
      "comlink",
      "pg",
      "postgres",
    ],
  },
  import: { may: ["model", "speakers"], packages: ["@zip.js/zip.js", "postal-mime"] },
  tools: {
    may: [
      "recall",
      "model",
      "speakers",
      "store/port.ts",
      "store/turn-port.ts",
      "store/store-port.ts",
      "store/bounds.ts",
    ],
    packages: ["zod", "@modelcontextprotocol/server"],
  },
  conformance: { may: ["model", "log", "recall"] },
  picker: { may: ["core", "recall", "worker/client.ts", "model"] },
  cli: {
    may: [
      "root",
      "model",
      "wire",
      "core",
      "regex",
      "log",
      "recall",
      "worker",
      "speakers",
      "store",
      "import",
      "tools",
      "conformance",
    ],
    packages: ["yaml"],
  },
};

/** Where `node:` may be imported: folders end in a slash. */
export const NODE_FILES = [
  "core/wasm-module.node.ts",
  "log/jsonl/file-source.ts",
  "regex/re2wasm/load-module.ts",
  "worker/thread.node.ts",
  "worker/entry.node.ts",
  "store/node/",
  "cli/",
];

/** @typedef {{ file: string } | { asset: string } | { node: string } | { package: string } | { missing: string }} Target */
/** @typedef {{ from: string, line: number, specifier: string, star: boolean, targets: Target[] }} Edge */

/**
 * @param {ReadonlyMap<string, string>} sources texts by path, `src/…`
 * @param {Readonly<Record<string, unknown>>} imports the manifest's own `imports`
 * @returns {import("./report.mjs").Report}
 */
export function checkRooms(sources, imports) {
  const edges = [...sources].flatMap(([path, text]) => edgesOf(path, text, sources, imports));
  const problems = [
    ...edges.flatMap((edge) => edgeProblems(edge)),
    ...closureProblems("src/index.ts", edges),
    ...cycleProblems([...sources.keys()], edges),
  ];
  return { problems, summary: `${sources.size} files, ${edges.length} imports` };
}

/** @param {string} from @param {string} text @param {ReadonlyMap<string, string>} sources @param {Readonly<Record<string, unknown>>} imports @returns {Edge[]} */
function edgesOf(from, text, sources, imports) {
  return importsOf(parse(from, text), text).map(({ specifier, line, star }) => {
    const paths = specifier.startsWith("#") ? mappedTo(imports[specifier]) : [specifier];
    const known = paths.length > 0 ? paths : ["(unmapped)"];
    const targets = known.map((path) => targetOf(path, from, sources));
    return { from, line, specifier, star, targets };
  });
}

/** Every file that a mapped name can stand for, as sources. @param {unknown} branch @returns {string[]} */
function mappedTo(branch) {
  if (typeof branch === "string") return [branch.replace(/^\.\/dist\//, "/src/")];
  if (typeof branch !== "object" || branch === null) return [];
  return [...new Set(Object.values(branch).flatMap(mappedTo))];
}

/** @param {string} path @param {string} from @param {ReadonlyMap<string, string>} sources @returns {Target} */
function targetOf(path, from, sources) {
  if (path.startsWith("node:")) return { node: path };
  if (isBuiltin(path)) return { missing: `${path} (write node:${path})` };
  if (!/^[./(]/.test(path)) return { package: packageOf(path) };
  const full = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(from), path);
  const file = full.replace(/\.js$/, ".ts");
  if (sources.has(file)) return { file };
  return full.endsWith(".wasm") && full.startsWith("src/") ? { asset: full } : { missing: path };
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** @param {string} path @returns {string} */
function roomOf(path) {
  const [, room = "", inside] = path.split("/");
  return inside === undefined ? "root" : room;
}

/** @param {Edge} edge @returns {string[]} */
function edgeProblems(edge) {
  const { from, line, specifier, star, targets } = edge;
  const at = `${from}:${line}:`;
  const name = roomOf(from);
  const room = Object.hasOwn(ROOMS, name) ? ROOMS[name] : undefined;
  if (room === undefined) return [`${at} "${name}" is not a room of the table`];
  const problems = star ? [`${at} export * from "${specifier}"; a door lists its names`] : [];
  for (const target of targets) {
    const refusal = refusalOf(target, from, room);
    if (refusal !== null) problems.push(`${at} ${name} ${refusal}`);
  }
  return problems;
}

/** @param {Target} target @param {string} from @param {Room} room @returns {string | null} */
function refusalOf(target, from, room) {
  if ("missing" in target) return `imports ${target.missing}, which is no file of src`;
  if ("package" in target)
    return room.packages?.includes(target.package) === true
      ? null
      : `may not import the package ${target.package}`;
  if ("node" in target)
    return NODE_FILES.some((place) => isWithin(from.slice("src/".length), place))
      ? null
      : `may not import ${target.node} here`;
  const path = "file" in target ? target.file : target.asset;
  if (roomOf(path) === roomOf(from)) return null;
  const open = room.may.some(
    (place) => roomOf(path) === place || isWithin(path.slice("src/".length), place),
  );
  return open ? null : `may not import ${path}`;
}

/** @param {string} path @param {string} place a file, or a folder that ends in a slash */
function isWithin(path, place) {
  return path === place || (place.endsWith("/") && path.startsWith(place));
}

/**
 * A door that has to run anywhere reaches no package and no Node module; what stands behind `#…` is
 * chosen per runtime and is not followed.
 * @param {string} door @param {readonly Edge[]} edges @returns {string[]}
 */
function closureProblems(door, edges) {
  const problems = [];
  const chains = new Map([[door, door]]);
  for (const [file, chain] of chains)
    for (const { from, specifier, targets } of edges) {
      if (from !== file || specifier.startsWith("#")) continue;
      for (const target of targets) {
        if ("file" in target && !chains.has(target.file))
          chains.set(target.file, `${chain} > ${target.file}`);
        if ("package" in target || "node" in target)
          problems.push(`the root door reaches ${specifier}: ${chain}`);
      }
    }
  return problems;
}

/** @param {readonly string[]} paths @param {readonly Edge[]} edges @returns {string[]} one per cycle met first */
function cycleProblems(paths, edges) {
  /** @type {Map<string, string[]>} */
  const next = new Map(paths.map((path) => [path, []]));
  for (const { from, targets } of edges)
    for (const target of targets) if ("file" in target) next.get(from)?.push(target.file);
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const open = [];
  const done = new Set();
  /** @param {string} path */
  const visit = (path) => {
    const at = open.indexOf(path);
    if (at >= 0) problems.push(`cycle: ${[...open.slice(at), path].join(" > ")}`);
    if (at >= 0 || done.has(path)) return;
    open.push(path);
    for (const each of new Set(next.get(path))) visit(each);
    open.pop();
    done.add(path);
  };
  for (const path of paths) visit(path);
  return problems;
}

await reportWhenMain(import.meta.url, () => {
  const manifest = /** @type {{ imports: Record<string, unknown> }} */ (readJson("package.json"));
  return checkRooms(readTexts(["src"], /\.ts$/), manifest.imports);
});
