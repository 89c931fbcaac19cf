/** The plain form of an error, safe to post between threads or write as JSON. */
export interface ErrorJson {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
  readonly cause?: unknown;
}

/** Base of everything thrown by this package. `code` is stable; `data` is plain and per code. */
export abstract class BackreadError<Data = unknown> extends Error {
  abstract readonly code: string;
  readonly data: Data;

  constructor(message: string, data: Data, options?: { readonly cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.data = data;
  }

  /** Written out of the code, because a minifier renames classes: `read_failed` is `ReadError`. */
  override get name(): string {
    const words = this.code.replace(/_failed$/, "").split("_");
    return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Error`;
  }

  /** The plain form; `reviveError` turns it back into the same class. */
  toJSON(): ErrorJson {
    const json = { name: this.name, code: this.code, message: this.message, data: this.data };
    return this.cause === undefined ? json : { ...json, cause: plainCause(this.cause) };
  }
}

function plainCause(cause: unknown): unknown {
  if (cause instanceof BackreadError) return cause.toJSON();
  if (cause instanceof Error) return { name: cause.name, message: cause.message };
  if (typeof cause === "symbol" || typeof cause === "bigint") return String(cause);
  const opaque = (typeof cause === "object" && cause !== null) || typeof cause === "function";
  return opaque ? Object.prototype.toString.call(cause) : cause;
}
