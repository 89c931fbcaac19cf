// The compiled module's exports; numbers only. See DESIGN.md for the memory layout.
export { isWhiteSpace } from "./white-space";
