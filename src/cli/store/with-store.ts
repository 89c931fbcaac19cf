import type { RegexEngine } from "../../regex/port.js";
import type { Store } from "../../store/store-port.js";
import { text, type Args } from "../args.js";
import type { ExitCode, Io } from "../io.js";
import type { OptionName } from "../options.js";
import { readPerspective } from "./names.js";

/** Options of every command that opens a store. */
export const STORE_OPTIONS: readonly OptionName[] = ["store", "perspective"];

const DEFAULT_URL = "pglite:./.backread";
const DEFAULT_PERSPECTIVE = "/backread";

/** Opens the store that is named, for as long as `use` runs; expressions need an engine. */
export async function withStore(
  io: Io,
  args: Args,
  use: (store: Store) => Promise<ExitCode>,
  { regex }: { readonly regex?: RegexEngine | undefined } = {},
): Promise<ExitCode> {
  // Databases bring packages with them that other commands have no use for.
  const { openStore } = await import("../../store/index.js");
  const masterKey = io.env["BACKREAD_MASTER_KEY"] ?? "";
  const store = await openStore({
    url: text(args, "store") ?? io.env["BACKREAD_STORE"] ?? DEFAULT_URL,
    perspective: readPerspective(
      "--perspective",
      text(args, "perspective") ?? io.env["BACKREAD_PERSPECTIVE"] ?? DEFAULT_PERSPECTIVE,
    ),
    ...(masterKey === "" ? {} : { masterKey }),
    ...(regex === undefined ? {} : { regex }),
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
