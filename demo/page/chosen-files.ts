/** Files as they are chosen or dropped, folders read through. */
import type { ChosenFile } from "./import-protocol.js";

export function filesOfInput(list: FileList): ChosenFile[] {
  return Array.from(list, (file) => {
    return { path: file.webkitRelativePath || file.name, blob: file };
  });
}

/** Must be called while the drop is handled: its items are gone afterwards. */
export function filesOfDrop(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  if (entries.length === 0) return Promise.resolve(filesOfInput(data.files));
  return filesBelow(entries, []);
}

/** One list takes them all: a folder may hold more files than a call takes arguments. */
async function filesBelow(
  entries: readonly FileSystemEntry[],
  files: ChosenFile[],
): Promise<ChosenFile[]> {
  for (const entry of entries) {
    if (isFile(entry)) files.push({ path: entry.fullPath.slice(1), blob: await fileOf(entry) });
    else if (isFolder(entry)) await filesBelow(await entriesOf(entry), files);
  }
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // Browsers give a hundred at a time, and an empty list at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** One file's name, the folder's, or how many files they are. */
export function nameOfFiles(files: readonly ChosenFile[]): string {
  const [first, ...others] = files;
  if (first === undefined) return "Nothing";
  if (others.length === 0) return first.path;
  const [folder] = first.path.split("/");
  const together = files.every(({ path }) => path.startsWith(`${folder}/`));
  return together && folder !== undefined ? folder : `${files.length} files`;
}

/** Paths from the folder on, when all files are of one. */
export function withinFolder(files: readonly ChosenFile[]): readonly ChosenFile[] {
  const cut = files[0]?.path.indexOf("/") ?? -1;
  const folder = files[0]?.path.slice(0, cut + 1) ?? "";
  if (cut < 0 || !files.every(({ path }) => path.startsWith(folder))) return files;
  return files.map(({ path, blob }) => ({ path: path.slice(cut + 1), blob }));
}
