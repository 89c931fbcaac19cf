// Tables for people, and numbers in the digits that their spread deserves.

/** What stands to the right of its column. */
const FIGURE = /^(?:[≥≤] )?(?:\d|–$)/;

/** @param {import("../types.js").Table} table @returns {string} */
export function formatTable({ title, columns, rows, notes = [] }) {
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  const right = columns.map((_, i) => i > 0 && rows.every((row) => FIGURE.test(row[i] ?? "")));
  const pad = (/** @type {string} */ cell, /** @type {number} */ i) =>
    right[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0);
  const line = (/** @type {readonly string[]} */ cells) => cells.map(pad).join("  ").trimEnd();
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [title, line(columns), rule, ...rows.map(line), ...notes, ""].join("\n");
}

/** Three significant digits, no exponent. @param {number} value */
export function digits(value) {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 5));
}

/** Median, then the tenth and ninetieth percentile. @param {import("../types.js").Spread} spread */
export function spreadCell({ median, p10, p90 }) {
  return `${digits(median)} (${digits(p10)}–${digits(p90)})`;
}

/** @param {number} value */
export function times(value) {
  return `${digits(value)}×`;
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${digits(bytes / 1e6)} MB`;
}
