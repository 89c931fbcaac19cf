import { BackreadError } from "./error-base.js";

/** No reader knows this source. `understood` lists what is read, in words. */
export class UnknownFormatError extends BackreadError<{
  readonly file: string;
  readonly reason: string;
  readonly understood: readonly string[];
}> {
  readonly code = "unknown_format";
}

/** A source cannot be opened at all: not a zip, an encrypted one, a broken gzip stream, not UTF-8. */
export class UnreadableExportError extends BackreadError<{
  readonly file: string;
  readonly reason: string;
}> {
  readonly code = "unreadable_export";
  static of(file: string, reason: string): UnreadableExportError {
    return new UnreadableExportError(`${file}: ${reason}`, { file, reason });
  }
}
