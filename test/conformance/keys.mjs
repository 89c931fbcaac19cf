// The vectors speak snake_case; the library speaks camelCase. Independent of the codecs under test.

/** @param {any} value @returns {any} */
export function camelKeys(value) {
  return renameKeys(value, (key) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
}

/** @param {any} value @returns {any} */
export function snakeKeys(value) {
  return renameKeys(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** @param {any} value @param {(key: string) => string} rename @returns {any} */
function renameKeys(value, rename) {
  if (Array.isArray(value)) return value.map((each) => renameKeys(each, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [rename(key), renameKeys(each, rename)]),
  );
}
