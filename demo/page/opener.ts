/** How a transcript comes into the page: chosen, dropped, or the sample that the page brings. */
import { filesOfDrop, filesOfInput } from "./chosen-files.js";
import { need, show } from "./dom.js";
import type { ChosenFile } from "./import-protocol.js";
import { notice } from "./notice.js";

export interface OpenerActions {
  readonly open: (files: readonly ChosenFile[]) => void;
  readonly openSample: () => void;
}

export function opener({ open, openSample }: OpenerActions): void {
  const dialog = need("opener", HTMLDialogElement);
  need("open-files", HTMLButtonElement).addEventListener("click", () => dialog.showModal());
  for (const id of ["choose-files", "choose-folder"]) {
    const input = need(id, HTMLInputElement);
    input.addEventListener("change", () => {
      const files = filesOfInput(input.files ?? new DataTransfer().files);
      // The same file may be chosen again.
      input.value = "";
      dialog.close();
      if (files.length > 0) open(files);
    });
  }
  need("choose-sample", HTMLButtonElement).addEventListener("click", () => {
    dialog.close();
    openSample();
  });
  dropping((files) => {
    dialog.close();
    open(files);
  });
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

function dropping(open: OpenerActions["open"]): void {
  const veil = need("drop", HTMLElement);
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    show(veil, true);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) show(veil, false);
  });
  document.addEventListener("drop", (event) => {
    show(veil, false);
    const { dataTransfer } = event;
    if (dataTransfer === null || !hasFiles(event)) return;
    event.preventDefault();
    filesOfDrop(dataTransfer).then(open, notice);
  });
}
