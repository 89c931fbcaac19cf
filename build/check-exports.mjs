// The package's doors: order of conditions, targets that exist, names that are listed, nothing dead.
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { files } from "./fresh.mjs";
import { fromRoot } from "./paths.mjs";
import { capture } from "./process.mjs";
import { readJson, readTexts, reportWhenMain } from "./report.mjs";
import { importsOf, parse } from "./source.mjs";

/** `types` first, then the narrowest runtime first; `default` last. */
export const CONDITIONS = ["types", "workerd", "deno", "bun", "browser", "node", "default"];

/** @typedef {string | { [condition: string]: Branch }} Branch */
/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {Readonly<Record<string, Branch>>} exports
 * @property {Readonly<Record<string, Branch>>} imports
 * @property {Readonly<Record<string, string>>} bin
 * @property {readonly string[]} files
 */

/**
 * The file that a resolver with these conditions takes; null when none fits.
 * @param {Branch | undefined} branch
 * @param {readonly string[]} conditions `default` always holds
 * @returns {string | null}
 */
export function resolveBranch(branch, conditions) {
  if (branch === undefined || typeof branch === "string") return branch ?? null;
  for (const [condition, inner] of Object.entries(branch)) {
    if (condition !== "default" && !conditions.includes(condition)) continue;
    const found = resolveBranch(inner, conditions);
    if (found !== null) return found;
  }
  return null;
}

/** @param {string} name @param {Branch} branch @returns {string[]} */
export function conditionProblems(name, branch) {
  if (typeof branch === "string") return [];
  const given = Object.keys(branch);
  const unknown = given.filter((condition) => !CONDITIONS.includes(condition));
  const ordered = CONDITIONS.filter((condition) => given.includes(condition));
  const problems = unknown.map((condition) => `${name}: unknown condition "${condition}"`);
  if (unknown.length === 0 && given.join() !== ordered.join())
    problems.push(`${name}: conditions stand as ${given.join(", ")}; write ${ordered.join(", ")}`);
  if (!given.includes("default")) problems.push(`${name}: no "default"`);
  // A name of our own resolves to sources, which need no declarations beside them.
  if (!name.startsWith("#") && !given.includes("types")) problems.push(`${name}: no "types"`);
  return [
    ...problems,
    ...Object.entries(branch).flatMap(([condition, inner]) =>
      typeof inner === "string" ? [] : conditionProblems(`${name} ${condition}`, inner),
    ),
  ];
}

/** @param {Branch} branch @returns {string[]} */
function targetsOf(branch) {
  return typeof branch === "string" ? [branch] : Object.values(branch).flatMap(targetsOf);
}

/** Everything that a manifest points at, without the leading `./`. @param {Manifest} manifest */
function entriesOf({ exports, imports, bin }) {
  const branches = [...Object.values(exports), ...Object.values(imports), ...Object.values(bin)];
  return [...new Set(branches.flatMap(targetsOf))].map((target) => target.replace(/^\.\//, ""));
}

/** @param {string} pattern with at most one `*` @param {readonly string[]} paths @returns {string[]} */
function expand(pattern, paths) {
  const [head = "", tail] = pattern.split("*");
  if (tail === undefined) return paths.filter((path) => path === pattern);
  return paths.filter((path) => path.startsWith(head) && path.endsWith(tail));
}

/** @param {Manifest} manifest @param {readonly string[]} paths files of the project, from its root @returns {string[]} */
export function targetProblems(manifest, paths) {
  const missing = entriesOf(manifest).filter((target) => expand(target, paths).length === 0);
  const unpacked = manifest.files.filter(
    (entry) => !paths.some((path) => path === entry || path.startsWith(`${entry}/`)),
  );
  return [
    ...missing.map((target) => `package.json points at ${target}, which is not there`),
    ...unpacked.map((entry) => `package.json ships ${entry}, which is not there`),
  ];
}

/** Licences of carried files are there to be read. */
const LICENCE = /\.LICENSE$/;

/**
 * Output that no door, own name or command leads to. A file is followed by its source, where imports of
 * types still stand: a file that holds only types may be named by nothing that was emitted.
 * @param {Manifest} manifest
 * @param {readonly string[]} paths below `dist/`
 * @param {ReadonlyMap<string, string>} sources texts by path, `src/…`
 * @returns {string[]}
 */
export function deadOutput(manifest, paths, sources) {
  const known = new Set(paths);
  const reached = new Set(entriesOf(manifest).flatMap((entry) => expand(entry, paths)));
  // A set that grows while it is walked is walked to its end.
  for (const path of reached)
    for (const next of [...twinsOf(path), ...referencesOf(path, manifest, sources)])
      if (known.has(next)) reached.add(next);
  return paths
    .filter((path) => !reached.has(path) && !LICENCE.test(path))
    .map((path) => `${path} is reached by nothing`);
}

/** Code and its declarations are one unit. @param {string} path */
function twinsOf(path) {
  const stem = path.replace(/\.(d\.ts|js)$/, "");
  return stem === path ? [] : [`${stem}.js`, `${stem}.d.ts`];
}

/** @param {string} path @param {Manifest} manifest @param {ReadonlyMap<string, string>} sources @returns {string[]} */
function referencesOf(path, manifest, sources) {
  const source = sourceOf(path);
  const text = sources.get(source) ?? "";
  return importsOf(parse(source, text), text).flatMap(({ specifier }) => {
    if (specifier.startsWith(".")) return [posix.join(posix.dirname(path), specifier)];
    const branch = manifest.imports[specifier];
    return branch === undefined ? [] : targetsOf(branch).map((to) => to.replace(/^\.\//, ""));
  });
}

/** @param {string} path below `dist/` */
function sourceOf(path) {
  return path.replace(/^dist\/(.*?)(\.d\.ts|\.js)$/, "src/$1.ts");
}

/** Runtime names that a door's source lists. @param {string} path @param {string} text @returns {string[]} sorted */
export function listedNames(path, text) {
  const body = /** @type {Exporting[]} */ (parse(path, text)["body"]);
  return body
    .filter(({ exportKind }) => exportKind === "value")
    .flatMap(({ specifiers = [], exported }) => (exported ? [{ exported }] : specifiers))
    .filter(({ exportKind }) => exportKind !== "type")
    .map(({ exported }) => exported.name)
    .toSorted();
}

/** A statement that exports: `export { … }`, or `export * as …`. @typedef {{ exportKind?: string, specifiers?: Exported[], exported?: { name: string } | null }} Exporting */
/** @typedef {{ exportKind?: string, exported: { name: string } }} Exported */

/** @param {string} door @param {readonly string[]} listed @param {readonly string[]} actual @returns {string[]} */
export function nameProblems(door, listed, actual) {
  const extra = actual.filter((name) => !listed.includes(name));
  const absent = listed.filter((name) => !actual.includes(name));
  return [
    ...extra.map((name) => `${door} gives ${name}, which its index does not list`),
    ...absent.map((name) => `${door} lists ${name}, which it does not give`),
  ];
}

/** Doors that are modules, each with the file that it opens. @param {Manifest} manifest @returns {[door: string, file: string][]} */
export function moduleDoors(manifest) {
  return Object.entries(manifest.exports).flatMap(([door, branch]) => {
    const file = resolveBranch(branch, ["node", "import"]);
    return file?.endsWith(".js") === true ? [[door, file.slice("./".length)]] : [];
  });
}

/** Imports a door in a Node of its own, by the package's name. @param {string} specifier @returns {Promise<string[] | string>} names, or what went wrong */
async function namesOf(specifier) {
  const script = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(specifier)}))))`;
  const { code, output } = await capture(process.execPath, ["--input-type=module", "-e", script]);
  return code === 0 ? /** @type {string[]} */ (JSON.parse(output)) : output;
}

/** @param {Manifest} manifest @param {ReadonlyMap<string, string>} sources @returns {Promise<string[]>} */
async function doorProblems(manifest, sources) {
  const found = moduleDoors(manifest).map(async ([door, file]) => {
    const source = sourceOf(file);
    const text = sources.get(source);
    if (text === undefined || !existsSync(fromRoot(file))) return [`${door}: no ${source}`];
    const names = await namesOf(posix.join(manifest.name, door));
    if (typeof names === "string") return [`${door} cannot be imported: ${names}`];
    return nameProblems(door, listedNames(source, text), names);
  });
  return (await Promise.all(found)).flat();
}

await reportWhenMain(import.meta.url, async () => {
  const manifest = /** @type {Manifest} */ (readJson("package.json"));
  const shipped = [...manifest.files, "package.json"].flatMap((path) => files(path));
  const output = files("dist");
  const sources = readTexts(["src"], /\.ts$/);
  const branches = [...Object.entries(manifest.exports), ...Object.entries(manifest.imports)];
  const problems = [
    ...branches.flatMap(([name, branch]) => conditionProblems(name, branch)),
    ...targetProblems(manifest, shipped),
    ...deadOutput(manifest, output, sources),
    ...(await doorProblems(manifest, sources)),
  ];
  return { problems, summary: `${branches.length} names, ${output.length} files of dist` };
});
