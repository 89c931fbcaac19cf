// What the host writes beside these files for each runtime.

/** The text of `demo/sample.jsonl`; not every runtime reads files. */
export const sample: string;
/** `re2.wasm`, where the runtime compiles nothing itself. */
export const re2: WebAssembly.Module | undefined;
/** The doors that are meant for the runtime, opened. */
export const doors: Readonly<Record<string, object>>;
