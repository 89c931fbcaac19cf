/**
 * The same text as one flat string. A slice or a concatenation is kept by the engine as a reference to
 * others, which every reader then pays for; texts that come from JSON or a socket are flat.
 * @param {string} text
 */
export function flat(text) {
  return Buffer.from(text).toString();
}
