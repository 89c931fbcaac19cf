/** Form of a handle: it can be written in any schema and read in any answer. */
export const HANDLE: RegExp = /^(?=.{1,32}$)[a-z][a-z0-9_]*(?:\.[0-9]+)?$/;
