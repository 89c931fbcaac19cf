/** The rights mode, and all that it brings along, loaded once it is opened. */
import type { Recall } from "../../dist/index.js";
import type { ChosenFile } from "./import-protocol.js";
import { notice } from "./notice.js";
import type { RightsPane } from "./rights/pane.js";

export interface LazyRights extends RightsPane {
  /** Opens the sample, the first time. */
  enter(): void;
}

export function lazyRights(recall: Recall): LazyRights {
  let loaded: Promise<RightsPane> | null = null;
  const load = async (): Promise<RightsPane> => {
    const { rightsPane } = await import("./rights/pane.js");
    return rightsPane(recall);
  };
  const use = (act: (pane: RightsPane) => void): void => {
    loaded ??= load();
    loaded.then(act).catch((error: unknown) => {
      loaded = null;
      notice(error);
    });
  };
  const openSample = (): void => use((pane) => pane.openSample());
  return {
    enter: () => {
      if (loaded === null) openSample();
    },
    open: (files: readonly ChosenFile[]) => use((pane) => pane.open(files)),
    openSample,
    focus: () => use((pane) => pane.focus()),
  };
}
