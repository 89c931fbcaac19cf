/** The two things that the page shows: a transcript, or what the readers of a room may see. */

export type Mode = "transcript" | "rights";

export interface Modes {
  readonly current: () => Mode;
  /** Goes to the transcript, from wherever on the page a row of it is asked for. */
  readonly toTranscript: () => void;
  /** Goes where the address says. */
  readonly followHash: () => void;
}

const RIGHTS_HASH = "#rights";

export function modes(onShow: (mode: Mode) => void): Modes {
  let current: Mode = "transcript";
  const set = (mode: Mode): void => {
    current = mode;
    document.body.dataset["mode"] = mode;
    for (const part of document.querySelectorAll<HTMLElement>("[data-of]"))
      part.hidden = part.dataset["of"] !== mode;
    for (const link of document.querySelectorAll<HTMLElement>("[data-mode-link]")) {
      if (link.dataset["modeLink"] === mode) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    onShow(mode);
  };
  const followHash = (): void => {
    // Parts of the mode are named `#rights-…`.
    const named: Mode = location.hash.startsWith(RIGHTS_HASH) ? "rights" : "transcript";
    if (named !== current) set(named);
  };
  window.addEventListener("hashchange", followHash);
  return {
    current: () => current,
    toTranscript: () => {
      if (current === "transcript") return;
      history.pushState(null, "", location.pathname);
      set("transcript");
    },
    followHash,
  };
}
