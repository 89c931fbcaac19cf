import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import type { StoreModels } from "../../store/open-store.js";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "../../store/database.js";
import { locationOf } from "../../store/pglite/location.js";
import type { Perspective } from "../../store/port.js";
import type { RegexEngine } from "../../regex/port.js";
import type { Store } from "../../store/store-port.js";
import { text, type Args } from "../args.js";
import type { ExitCode, Io } from "../io.js";
import type { OptionName } from "../options.js";
import { UsageError } from "../usage-error.js";
import { readPerspective } from "./names.js";

/** Options of every command that opens a store. */
export const STORE_OPTIONS: readonly OptionName[] = ["store", "perspective"];

const DEFAULT_URL = "pglite:./.backread";
const DEFAULT_PERSPECTIVE = "/backread";

/** What a store is opened with beside its place. */
interface Workers {
  readonly models?: StoreModels;
  /** Gates; those that are off without a configuration. */
  readonly speakers?: SpeakerConfig | null;
  readonly regex?: RegexEngine | undefined;
}

/** Opens the store that is named, for as long as `use` runs; expressions need an engine. */
export async function withStore(
  io: Io,
  args: Args,
  use: (store: Store) => Promise<ExitCode>,
  { models = {}, speakers = null, regex }: Workers = {},
): Promise<ExitCode> {
  // Databases bring packages with them that other commands have no use for.
  const { openStore } = await import("../../store/index.js");
  const masterKey = io.env["BACKREAD_MASTER_KEY"] ?? "";
  const store = await openStore({
    ...named(io, args),
    ...(masterKey === "" ? {} : { masterKey }),
    models,
    ...(speakers === null ? {} : { speakers }),
    ...(regex === undefined ? {} : { regex }),
  });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** Opens the database that is named as it is: neither migrated, nor made where it is not. */
export async function withDatabase(
  io: Io,
  args: Args,
  use: (database: Database, perspective: Perspective) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { url, perspective } = named(io, args);
  const folder = folderOf(url);
  // PGlite would make a database in a folder that holds none.
  if (folder !== null && !existsSync(join(folder, "PG_VERSION")))
    throw new UsageError(`there is no store at ${folder}`, "import makes one; --store names it");
  const { openDatabase } = await import("../../store/index.js");
  const database = await openDatabase({ url });
  try {
    return await use(database, perspective);
  } finally {
    await database.close();
  }
}

interface Named {
  readonly url: string;
  readonly perspective: Perspective;
}

function named({ env }: Io, args: Args): Named {
  const perspective =
    text(args, "perspective") ?? env["BACKREAD_PERSPECTIVE"] ?? DEFAULT_PERSPECTIVE;
  return {
    url: text(args, "store") ?? env["BACKREAD_STORE"] ?? DEFAULT_URL,
    perspective: readPerspective("--perspective", perspective),
  };
}

/** Null where the store is in no folder. */
function folderOf(url: string): string | null {
  const location = url.startsWith("pglite:") ? locationOf(url) : null;
  if (location?.kind !== "folder") return null;
  return location.path.startsWith("file:") ? fileURLToPath(location.path) : location.path;
}
