// What a source file imports and defines, read off its syntax tree.
import { parseSync } from "vite";

/** @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node */
/** @typedef {{ specifier: string, line: number, star: boolean }} Import star: `export *` without a name */
/** @typedef {{ name: string | null, line: number, lines: number }} FunctionSpan name: null for an inline callback */

/**
 * @param {string} path its ending says how it is parsed
 * @param {string} text
 * @returns {Node}
 */
export function parse(path, text) {
  const lang = path.endsWith(".d.ts") ? "dts" : path.endsWith(".ts") ? "ts" : "js";
  // AssemblyScript decorates functions and variables, which no TypeScript parser accepts.
  const plain = path.startsWith("assembly/") ? blankDecorators(text) : text;
  const { errors, program } = parseSync(path, plain, { lang, sourceType: "module" });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  return /** @type {Node} */ (/** @type {unknown} */ (program));
}

/** @param {string} text the same length and lines come back @returns {string} */
function blankDecorators(text) {
  return text.replaceAll(/@[\w.]+(?:\([^()]*\))?/g, (found) => found.replaceAll(/[^\n]/g, " "));
}

/** @param {string} text @param {number} offset @returns {number} counted from 1 */
export function lineAt(text, offset) {
  return text.slice(0, offset).split("\n").length;
}

/**
 * @param {Node} node
 * @param {(node: Node, parent: Node | null) => void} visit
 * @param {Node | null} [parent]
 */
export function walkTree(node, visit, parent = null) {
  visit(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) walkTree(child, visit, node);
}

/** @param {unknown} value @returns {value is Node} */
function isNode(value) {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/**
 * Every module named by `import`, `export … from`, `import()`, `import type`, `import("x").T`,
 * `import x = require("x")` or `new URL("./x", import.meta.url)`.
 * @param {Node} program
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(program, text) {
  /** @type {Import[]} */
  const found = [];
  walkTree(program, (node) => {
    const source = importedBy(node);
    if (source === null) return;
    const specifier = isNode(source) && source.type === "Literal" ? source["value"] : null;
    found.push({
      // An address that is computed can name anything, so it matches nothing that is allowed.
      specifier: typeof specifier === "string" ? specifier : "(computed)",
      line: lineAt(text, node.start),
      star: node.type === "ExportAllDeclaration" && node["exported"] === null,
    });
  });
  return found;
}

/** @param {Node} node @returns {unknown} the node that names the module; null when none is named */
function importedBy(node) {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
    case "ExportNamedDeclaration":
      return node["source"] ?? null;
    case "TSExternalModuleReference":
      return node["expression"];
    case "NewExpression":
      return urlArgument(node);
    default:
      return null;
  }
}

/** @param {Node} node */
function urlArgument(node) {
  const [first, base] = /** @type {Node[]} */ (node["arguments"]);
  const beside = isNode(base) && base.type === "MemberExpression" && isMetaUrl(base);
  return isNamed(node["callee"], "URL") && beside ? first : null;
}

/** @param {Node} node */
function isMetaUrl(node) {
  const meta = node["object"];
  return isNode(meta) && meta.type === "MetaProperty" && isNamed(node["property"], "url");
}

/** @param {unknown} node @param {string} name */
function isNamed(node, name) {
  return isNode(node) && node.type === "Identifier" && node["name"] === name;
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/**
 * Functions that have a body, in source order.
 * @param {Node} program
 * @param {string} text
 * @returns {FunctionSpan[]}
 */
export function functionsOf(program, text) {
  /** @type {FunctionSpan[]} */
  const found = [];
  walkTree(program, (node, parent) => {
    if (!FUNCTIONS.has(node.type) || !isNode(node["body"])) return;
    const name = functionName(node, parent);
    // A method's own node starts at its parameters, not at its name.
    const start = parent?.["value"] === node ? parent.start : node.start;
    const line = lineAt(text, start);
    found.push({ name, line, lines: lineAt(text, node.end) - line + 1 });
  });
  return found;
}

/** @param {Node} node @param {Node | null} parent @returns {string | null} */
function functionName(node, parent) {
  if (node.type === "FunctionDeclaration") return nameOf(node["id"]) ?? "default";
  if (parent?.type === "VariableDeclarator") return nameOf(parent["id"]);
  return parent?.["value"] === node ? nameOf(parent["key"]) : null;
}

/** @param {unknown} node */
function nameOf(node) {
  if (!isNode(node)) return null;
  const name = node["name"] ?? node["value"];
  return typeof name === "string" ? name : "(computed)";
}
