import { isRecord, nonEmpty, type JsonRecord } from "../fields.js";

/** A conversation's nodes by their id. */
export type ChatNodes = ReadonlyMap<string, JsonRecord>;

export interface ChatPath {
  /** Root first. */
  readonly path: readonly JsonRecord[];
  /** Why the path does not reach a root; null when it does. */
  readonly broken: string | null;
}

export function chatNodes(mapping: JsonRecord): ChatNodes {
  const nodes = new Map<string, JsonRecord>();
  for (const [id, node] of Object.entries(mapping)) if (isRecord(node)) nodes.set(id, node);
  return nodes;
}

/** The nodes from the root to `current`, or to the only leaf where `current` is not there. */
export function activePath(nodes: ChatNodes, current: string | null): ChatPath {
  if (current !== null && nodes.has(current)) return pathTo(nodes, current);
  if (nodes.size === 0) return { path: [], broken: null };
  const leaves = leavesOf(nodes);
  const [leaf] = leaves;
  if (leaf === undefined || leaves.length > 1)
    return { path: [], broken: "current_node is not there, and no single branch stands for it" };
  const { path, broken } = pathTo(nodes, leaf);
  return { path, broken: broken ?? "current_node is not there: read to the only leaf" };
}

function pathTo(nodes: ChatNodes, last: string): ChatPath {
  const path: JsonRecord[] = [];
  const seen = new Set<string>();
  let broken: string | null = null;
  let id: string | null = last;
  while (id !== null && broken === null) {
    const node = nodes.get(id);
    if (node === undefined) broken = "a parent on the active path is not there: the path ends";
    else if (seen.has(id)) broken = "the active path runs in a ring: it ends where it closes";
    else {
      seen.add(id);
      path.push(node);
      id = nonEmpty(node, "parent");
    }
  }
  return { path: path.reverse(), broken };
}

function leavesOf(nodes: ChatNodes): string[] {
  const parents = new Set<string | null>();
  for (const node of nodes.values()) parents.add(nonEmpty(node, "parent"));
  return [...nodes.keys()].filter((id) => !parents.has(id));
}
