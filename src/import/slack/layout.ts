import type { FolderEntry } from "../source.js";

/** The files of a workspace export. */
export interface SlackLayout {
  readonly users: FolderEntry | null;
  /** `channels.json`, `groups.json`, `mpims.json`, `dms.json`, as far as they are there. */
  readonly lists: readonly FolderEntry[];
  /** By date, then by path. */
  readonly days: readonly SlackDay[];
  /** JSON files inside a channel's folder that are no day of it. */
  readonly strange: readonly FolderEntry[];
}

/** One day of every channel. */
export interface SlackDay {
  readonly date: string;
  readonly files: readonly { readonly folder: string; readonly entry: FolderEntry }[];
}

const LIST = /^(.*\/)?(channels|groups|mpims|dms|users)\.json$/;
const DAY = /^(.*\/)?[^/]+\/\d{4}-\d{2}-\d{2}\.json$/;
/** What file managers add to folders and zips. */
const LITTER = /(^|\/)(__MACOSX\/|\.)/;

/** Sorts the files; null when this is no workspace export. */
export function slackLayout(entries: readonly FolderEntry[]): SlackLayout | null {
  const files = entries.filter(({ path }) => !LITTER.test(path));
  const root = rootOf(files.map(({ path }) => path));
  if (root === null) return null;
  const inside = files.filter(({ path }) => path.startsWith(root));
  const lists = inside.filter(({ path }) => {
    const match = LIST.exec(path);
    return match !== null && (match[1] ?? "") === root;
  });
  const isUsers = ({ path }: FolderEntry): boolean => path === `${root}users.json`;
  const foldered = inside.filter(({ path }) => /^[^/]+\/.*\.json$/.test(path.slice(root.length)));
  return {
    users: lists.find(isUsers) ?? null,
    lists: lists.filter((entry) => !isUsers(entry)),
    days: daysOf(foldered, root),
    strange: foldered.filter(({ path }) => dayOf(path.slice(root.length)) === null),
  };
}

/** Where the export lies: the shallowest folder with a list, else with channels in it. */
function rootOf(paths: readonly string[]): string | null {
  const withLists = paths.map((path) => LIST.exec(path)).filter((match) => match !== null);
  const withDays = paths.map((path) => DAY.exec(path)).filter((match) => match !== null);
  if (withDays.length === 0 && !withLists.some((match) => match[2] === "channels")) return null;
  const found = (withLists.length > 0 ? withLists : withDays).map((match) => match[1] ?? "");
  return found.reduce((best, path) => (path.length < best.length ? path : best));
}

function dayOf(path: string): { readonly folder: string; readonly date: string } | null {
  const match = /^([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/.exec(path);
  const [, folder, date] = match ?? [];
  return folder === undefined || date === undefined ? null : { folder, date };
}

function daysOf(entries: readonly FolderEntry[], root: string): SlackDay[] {
  const days = new Map<string, { folder: string; entry: FolderEntry }[]>();
  for (const entry of entries) {
    const day = dayOf(entry.path.slice(root.length));
    if (day === null) continue;
    const files = days.get(day.date) ?? [];
    files.push({ folder: day.folder, entry });
    days.set(day.date, files);
  }
  for (const files of days.values()) files.sort((a, b) => byText(a.folder, b.folder));
  return [...days.entries()]
    .sort(([a], [b]) => byText(a, b))
    .map(([date, files]) => ({ date, files }));
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
