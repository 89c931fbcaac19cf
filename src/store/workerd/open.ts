/** What a Worker of Cloudflare can open: PGlite would need more memory than it has. */
import { InvalidArgumentError } from "../../model/errors.js";
import { openPostgresJs } from "../postgres/postgres-js.js";
import type { Platform } from "../platform.js";

export const platform: Platform = {
  openEmbedded: async () => {
    throw InvalidArgumentError.of("url", "names PGlite, which does not fit a Worker");
  },
  openServer: async (options, driver = "postgres") => {
    if (driver !== "postgres") throw InvalidArgumentError.of("driver", "must be postgres here");
    return openPostgresJs(options);
  },
};
