/** What passes between the page and the worker that reads exports for it. */
import type { Desk, ErrorJson, Message } from "../../dist/index.js";
import type { ImportReport } from "../../dist/import/index.js";

export interface ChosenFile {
  /** Relative to the folder that was chosen; the file's name where it was chosen alone. */
  readonly path: string;
  readonly blob: Blob;
}

/** One file is an export of its own; several are a folder. */
export interface ImportRequest {
  readonly files: readonly ChosenFile[];
}

export type ImportEvent =
  | { readonly type: "rows"; readonly rows: readonly Message[] }
  | { readonly type: "end"; readonly desks: readonly Desk[]; readonly report: ImportReport }
  | { readonly type: "failed"; readonly error: ErrorJson | { readonly message: string } };
